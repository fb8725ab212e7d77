// change_norm: the largest |new - old| of the points that the first sweeps of commands set.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    tells an iterative solver how far the field, as it was loaded, is from a fixed point. The first element
//             of the cascade has the new and the old value of each point; the first pass of each command counts, the
//             border of the field does not. Passes leave the element one after another, i_passes per command, so that
//             counting their ends tells which pass is the first of a command.
//             Magnitudes are ordered like their bits, and the subtractor's only NaN lies above infinity: the largest
//             bits are the maximum, a NaN stays, and the order of the points does not matter.
// Parameters: LANES points per beat; NITER_W bits of the number of passes; ADD_LATENCY cycles of the subtractor.
// Latency:    a point delivered in cycle t is in o_change from cycle t + 2 + ADD_LATENCY + log2(LANES) on, whether its
//             command has finished or not. SETTLE is at least that many: o_settling is set for SETTLE-1 cycles from the
//             one after i_finished on; i_finished comes after the last point of its command.
// i_clear forgets all points delivered before, its own cycle included; o_change is 0 in the next one.
`default_nettype none

module change_norm #(
    parameter LANES       = 1,
    parameter NITER_W     = 32,
    parameter ADD_LATENCY = 5,
    parameter LANE_W      = (LANES > 1) ? $clog2(LANES) : 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                i_clear,
    input  wire [  LANE_W-1:0] i_last_lane,  // lane of the last column in the last beat of a row
    input  wire [ NITER_W-1:0] i_passes,     // of every command
    // What leaves the first element
    input  wire                i_valid,
    input  wire                i_end,        // of its pass
    input  wire [         3:0] i_edge,       // {first row, last row, first beat, last beat}
    input  wire [64*LANES-1:0] i_f,
    input  wire [64*LANES-1:0] i_old,
    input  wire                i_finished,   // a command is done
    output wire [        63:0] o_change,
    output wire                o_settling
);

  localparam SETTLE = 20;  // for any adder and any number of lanes
  localparam [4:0] SETTLE_LEFT = SETTLE - 1;
  localparam [NITER_W-1:0] FIRST_PASS = 0;

  wire forget = rst | i_clear;

  // Which points count
  reg [NITER_W-1:0] pass;
  always @(posedge clk)
    if (rst) pass <= FIRST_PASS;
    else if (i_valid & i_end) pass <= (pass + 1'b1 == i_passes) ? FIRST_PASS : pass + 1'b1;
  wire beat_counts = i_valid & pass == FIRST_PASS & i_edge[3:2] == 2'b00;
  wire [LANES-1:0] counts;
  wire [LANES-1:0] not_inside = {LANES{1'b1}} << i_last_lane;  // of the last beat of a row

  // One flag per point, delayed like its difference; the youngest lie lowest.
  reg [LANES*(ADD_LATENCY+1)-1:0] flags;
  always @(posedge clk)
    if (forget) flags <= {LANES * (ADD_LATENCY + 1) {1'b0}};
    else flags <= {flags[LANES*ADD_LATENCY-1:0], counts};
  wire [LANES-1:0] late_counts = flags[LANES*ADD_LATENCY+:LANES];

  // A tree of maxima, a register per node: 1 is the root, LANES .. 2*LANES-1 are the lanes.
  wire [63*2*LANES-1:0] largest;
  assign largest[62:0] = 63'd0;
  genvar lane, node;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      wire on_border = (i_edge[1] & (lane == 0)) | (i_edge[0] & not_inside[lane]);
      assign counts[lane] = beat_counts & ~on_border;

      reg [63:0] s1_f, s1_old;
      always @(posedge clk) begin
        s1_f   <= i_f[64*lane+:64];
        s1_old <= i_old[64*lane+:64];
      end
      wire [63:0] difference;
      fp_add #(
          .LATENCY(ADD_LATENCY)
      ) u_difference (
          .clk  (clk),
          .i_sub(1'b1),
          .i_a  (s1_f),
          .i_b  (s1_old),
          .o_y  (difference)
      );
      reg [62:0] value;
      always @(posedge clk)
        if (forget) value <= 63'd0;
        else if (late_counts[lane] & (difference[62:0] > value)) value <= difference[62:0];
      assign largest[63*(LANES+lane)+:63] = value;
      wire unused_sign = &{1'b0, difference[63]};
    end
    for (node = 1; node < LANES; node = node + 1) begin : g_node
      wire [62:0] left = largest[63*(2*node)+:63];
      wire [62:0] right = largest[63*(2*node+1)+:63];
      reg [62:0] value;
      always @(posedge clk)
        if (forget) value <= 63'd0;
        else value <= right > left ? right : left;
      assign largest[63*node+:63] = value;
    end
  endgenerate
  assign o_change = {1'b0, largest[63+:63]};

  reg [4:0] settle_left;
  always @(posedge clk)
    if (forget) settle_left <= 5'd0;
    else if (i_finished) settle_left <= SETTLE_LEFT;
    else if (o_settling) settle_left <= settle_left - 1'b1;
  assign o_settling = settle_left != 5'd0;

  wire unused = &{1'b0, largest[62:0]};

endmodule

`default_nettype wire
