// operator_audit: compares every result of an operator with the arithmetic of the simulating machine.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    in traced modules only, a bind at the end of this file puts one beside the ports of each fp_add, fp_mul
//             and fp_div5. Whatever the operands are, used or not, the result LATENCY clocks later must be that of
//             binary64, rounded to nearest, ties to even, each NaN the canonical one. One that is not goes to the
//             C++ side (traced_model.hpp); right ones cost no call.
// Parameters: KIND 0 adder, 1 multiplier, 2 division; LATENCY that of the operator.
/* verilator tracing_off */
`default_nettype none

module operator_audit #(
    parameter integer KIND    = 0,
    parameter integer LATENCY = 5
) (
    input wire        clk,
    input wire        i_sub,
    input wire [63:0] i_a,
    input wire [63:0] i_b,
    input wire [63:0] i_expected,  // of these operands, any NaN
    input wire [63:0] i_y          // the operator's output
);

  import "DPI-C" function void stencil_wrong_result(
    input string instance_path,
    input int kind,
    input bit subtracts,
    input longint unsigned a,
    input longint unsigned b,
    input longint unsigned expected,
    input longint unsigned got
  );

  localparam [62:0] INFINITE = {11'h7ff, 52'd0};
  localparam [63:0] QUIET_NAN = {1'b0, 11'h7ff, 1'b1, 51'd0};

  // Operands and the result they must have, of the last LATENCY clocks; the youngest is entry 0.
  reg [192:0] asked[LATENCY];
  integer known = 0;  // clocks so far, up to LATENCY: before that the output is what the registers began with
  wire [192:0] oldest = asked[LATENCY-1];
  always @(posedge clk) begin
    asked[0] <= {i_sub, i_a, i_b, i_expected[62:0] > INFINITE ? QUIET_NAN : i_expected};
    for (int i = 1; i < LATENCY; i = i + 1) asked[i] <= asked[i-1];
    if (known < LATENCY) known <= known + 1;
    else if (oldest[63:0] != i_y)
      stencil_wrong_result($sformatf("%m"), KIND, oldest[192], oldest[191:128], oldest[127:64], oldest[63:0], i_y);
  end

endmodule

module adder_audit #(
    parameter integer LATENCY = 5
) (
    input wire        clk,
    input wire        i_sub,
    input wire [63:0] i_a,
    input wire [63:0] i_b,
    input wire [63:0] o_y
);
  operator_audit #(
      .KIND   (0),
      .LATENCY(LATENCY)
  ) u_results (
      .clk       (clk),
      .i_sub     (i_sub),
      .i_a       (i_a),
      .i_b       (i_b),
      .i_expected($realtobits($bitstoreal(i_a) + $bitstoreal({i_b[63] ^ i_sub, i_b[62:0]}))),
      .i_y       (o_y)
  );
endmodule

module multiplier_audit #(
    parameter integer LATENCY = 6
) (
    input wire        clk,
    input wire [63:0] i_a,
    input wire [63:0] i_b,
    input wire [63:0] o_y
);
  operator_audit #(
      .KIND   (1),
      .LATENCY(LATENCY)
  ) u_results (
      .clk       (clk),
      .i_sub     (1'b0),
      .i_a       (i_a),
      .i_b       (i_b),
      .i_expected($realtobits($bitstoreal(i_a) * $bitstoreal(i_b))),
      .i_y       (o_y)
  );
endmodule

module division_audit #(
    parameter integer LATENCY = 2
) (
    input wire        clk,
    input wire [63:0] i_a,
    input wire [63:0] o_y
);
  operator_audit #(
      .KIND   (2),
      .LATENCY(LATENCY)
  ) u_results (
      .clk       (clk),
      .i_sub     (1'b0),
      .i_a       (i_a),
      .i_b       ($realtobits(5.0)),
      .i_expected($realtobits($bitstoreal(i_a) / 5.0)),
      .i_y       (o_y)
  );
endmodule

bind fp_add adder_audit #(.LATENCY(LATENCY)) u_audit (.*);
bind fp_mul multiplier_audit #(.LATENCY(LATENCY)) u_audit (.*);
bind fp_div5 division_audit #(.LATENCY(LATENCY)) u_audit (.*);

`default_nettype wire
