// fp_mul: IEEE 754 product of two numbers, one per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_y = i_a * i_b, rounded to nearest, ties to even. Subnormals, infinities and signed zeros follow the
//             standard; every NaN result is the canonical quiet NaN (sign 0, exponent all ones, fraction 100..0). No
//             exception flags.
//             What stands here tells operands that are infinite or not a number from others; fp_multiply does the rest.
//             In simulation that pipeline is then one C++ function for all instances. It would be the function that
//             reads the operands, which differ, if nothing that they depend on came from outside.
// Parameters: EXP_W 3 .. 15 and FRAC_W 2 .. 112 bits, 11 and 52 are binary64.
//             LATENCY 6 .. 16 cycles, as fp_multiply divides them.
// Latency:    LATENCY cycles from inputs to output. No handshake, no reset: a pure data pipeline.
`default_nettype none

module fp_mul #(
    parameter integer EXP_W   = 11,
    parameter integer FRAC_W  = 52,
    parameter integer LATENCY = 6
) (
    input  wire                  clk,
    input  wire [EXP_W+FRAC_W:0] i_a,
    input  wire [EXP_W+FRAC_W:0] i_b,
    output wire [EXP_W+FRAC_W:0] o_y
);

  fp_parameter_range #(.VALUE(EXP_W), .LOWEST(3), .HIGHEST(15)) u_check_exp_w ();
  fp_parameter_range #(.VALUE(FRAC_W), .LOWEST(2), .HIGHEST(112)) u_check_frac_w ();
  fp_parameter_range #(.VALUE(LATENCY), .LOWEST(6), .HIGHEST(16)) u_check_latency ();

  // Zero times infinity is not a number.
  reg special, nan;  // infinite or not a number: one of the operands; not a number: the product
  always @* begin
    special = (&i_a[FRAC_W+:EXP_W]) || (&i_b[FRAC_W+:EXP_W]);
    nan = 1'b0;
    if (special)
      nan = ((&i_a[FRAC_W+:EXP_W]) & (|i_a[FRAC_W-1:0])) | ((&i_b[FRAC_W+:EXP_W]) & (|i_b[FRAC_W-1:0]))
          | ~(|i_a[EXP_W+FRAC_W-1:0]) | ~(|i_b[EXP_W+FRAC_W-1:0]);
  end

  fp_multiply #(
      .EXP_W  (EXP_W),
      .FRAC_W (FRAC_W),
      .LATENCY(LATENCY)
  ) u_multiply (
      .clk      (clk),
      .i_a      (i_a),
      .i_b      (i_b),
      .i_special(special),
      .i_nan    (nan),
      .o_y      (o_y)
  );

endmodule

`default_nettype wire
