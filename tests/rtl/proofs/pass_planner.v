// pass_planner_proof: holds a pass_planner against the law of passes, for every number of sweeps.
// SPDX-License-Identifier: Apache-2.0
//
// Any number is loaded at any time, also before the one before is planned.
`default_nettype none

module pass_planner_proof #(
    parameter PES     = 5,
    parameter NITER_W = 9,
    parameter DEPTH_W = 3
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               i_load,
    input  wire [NITER_W-1:0] i_number,
    output wire               given_reset,
    output wire               wrong_passes,
    output wire               wrong_sweeps,
    output wire               wrong_depth,
    output wire               wrong_time,
    output wire               seen_largest,
    output wire               seen_uneven,
    output wire               seen_few,
    output wire               seen_loaded_again
);

  localparam [31:0] PES_32 = PES, BITS_32 = NITER_W;
  localparam WIDE = NITER_W + DEPTH_W;
  localparam [WIDE-1:0] PES_WIDE = PES_32[WIDE-1:0];
  localparam [5:0] BITS = BITS_32[5:0];

  wire ready;
  wire [NITER_W-1:0] passes, shallow;
  wire [DEPTH_W-1:0] depth;
  reg [NITER_W-1:0] number;  // held from the load on
  wire [NITER_W-1:0] niter = i_load ? i_number : number;
  pass_planner #(
      .PES    (PES),
      .NITER_W(NITER_W),
      .DEPTH_W(DEPTH_W)
  ) u_planner (
      .clk      (clk),
      .rst      (rst),
      .i_load   (i_load),
      .i_niter  (niter),
      .o_ready  (ready),
      .o_passes (passes),
      .o_shallow(shallow),
      .o_depth  (depth)
  );

  reg started = 1'b0;
  reg loaded, again;
  reg [5:0] age;
  always @(posedge clk) begin
    started <= 1'b1;
    if (i_load) number <= i_number;
    if (rst) begin
      loaded <= 1'b0;
      again  <= 1'b0;
    end else if (i_load) begin
      loaded <= 1'b1;
      again  <= loaded;
      age    <= 6'd1;
    end else if (age != 6'd63) age <= age + 6'd1;
  end
  assign given_reset = started | rst;

  // All in bits enough for the product.
  wire [WIDE-1:0] n = {{DEPTH_W{1'b0}}, number};
  wire [WIDE-1:0] p = {{DEPTH_W{1'b0}}, passes};
  wire [WIDE-1:0] s = {{DEPTH_W{1'b0}}, shallow};
  wire [WIDE-1:0] d = {{NITER_W{1'b0}}, depth};
  wire [WIDE-1:0] fewest = p * PES_WIDE;
  wire planned = started & loaded & ready;
  wire some = planned & number != {NITER_W{1'b0}};
  wire [5:0] bits = (BITS <= 6'd8 | number >> 8 == {NITER_W{1'b0}}) ? (BITS < 6'd8 ? BITS : 6'd8) : BITS;

  assign wrong_passes = planned & (fewest < n | fewest >= n + PES_WIDE);
  assign wrong_sweeps = some & (d * p + (p - s) != n | s == {WIDE{1'b0}} | s > p);
  assign wrong_depth = some & d + (s != p ? {{(WIDE - 1) {1'b0}}, 1'b1} : {WIDE{1'b0}}) > PES_WIDE;
  assign wrong_time = started & loaded & ready != (age >= bits + bits + 6'd3);

  assign seen_largest = planned & number == {NITER_W{1'b1}};
  assign seen_uneven = some & number > 9'd256 & s != p;
  assign seen_few = some & number == 9'd255;
  assign seen_loaded_again = planned & again & number > 9'd7;

endmodule

`default_nettype wire
