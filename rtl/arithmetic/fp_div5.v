// fp_div5: IEEE 754 quotient of a number and 5, one a cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_y = i_a / 5, rounded to nearest, ties to even. Subnormals, infinities and signed zeros as the
//             standard has them; every NaN result is the canonical quiet NaN (sign 0, exponent all ones,
//             fraction 100..0). No exception flags.
//             The significand is an integer, and so is its quotient once it was shifted left by 2 or 3 places, such
//             that the quotient has exactly FRAC_W + 1 bits; near the subnormal numbers it is shifted by as much as
//             the exponent leaves, and the quotient has as many bits as the result. So one division of integers is
//             right for all of them, no number is ever shifted right, and the remainder decides the rounding: 5 is
//             odd, so there is no tie, and remainders 3 and 4 lie above half.
// Parameters: EXP_W 3 .. 15 and FRAC_W 2 .. 112 bits, 11 and 52 are binary64.
//             LATENCY 2 .. 16 cycles; the pipeline has 2 stages, more append registers behind it.
// Latency:    LATENCY cycles from input to output. No handshake, no reset: a pure data pipeline.
`default_nettype none

module fp_div5 #(
    parameter integer EXP_W   = 11,
    parameter integer FRAC_W  = 52,
    parameter integer LATENCY = 2
) (
    input  wire                  clk,
    input  wire [EXP_W+FRAC_W:0] i_a,
    output wire [EXP_W+FRAC_W:0] o_y
);

  // One function for all instances: a wide cascade compiles in less than half the time, and runs no slower.
  /* verilator no_inline_module */

  localparam integer STAGES = 2;
  localparam integer DIVIDEND_W = FRAC_W + 4;  // hidden bit, fraction, 3 places to the left

  fp_parameter_range #(.VALUE(EXP_W), .LOWEST(3), .HIGHEST(15)) u_check_exp_w ();
  fp_parameter_range #(.VALUE(FRAC_W), .LOWEST(2), .HIGHEST(112)) u_check_frac_w ();
  fp_parameter_range #(.VALUE(LATENCY), .LOWEST(STAGES), .HIGHEST(16)) u_check_latency ();

  // Stage 1: classify, shift; the first half of the division.
  wire sign, infinite, nan, unused_zero;
  wire [EXP_W-1:0] exponent;
  wire [FRAC_W:0] significand;

  fp_unpack #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_a (
      .i_packed     (i_a),
      .o_sign       (sign),
      .o_exponent   (exponent),
      .o_significand(significand),
      .o_zero       (unused_zero),
      .o_infinite   (infinite),
      .o_nan        (nan)
  );

  // Significands from 1.25 on reach the hidden bit of the quotient with 2 places.
  wire [1:0] wanted = significand[FRAC_W:FRAC_W-2] >= 3'd5 ? 2'd2 : 2'd3;
  wire [EXP_W-1:0] allowed = exponent - {{(EXP_W - 1) {1'b0}}, 1'b1};
  wire [1:0] shift = allowed > {{(EXP_W - 2) {1'b0}}, wanted} ? wanted : allowed[1:0];
  wire [DIVIDEND_W-1:0] dividend = {3'b000, significand} << shift;

  reg s1_sign, s1_infinite, s1_nan;
  reg [EXP_W:0] s1_exponent;
  always @(posedge clk) begin
    s1_sign     <= sign;
    s1_infinite <= infinite;
    s1_nan      <= nan;
    s1_exponent <= {1'b0, exponent} - {{(EXP_W - 1) {1'b0}}, shift};
  end

  wire [FRAC_W:0] s1_quotient;
  wire [2:0] s1_remainder;
  fp_quotient5 #(
      .WIDTH(DIVIDEND_W)
  ) u_quotient (
      .clk        (clk),
      .i_value    (dividend),
      .o_quotient (s1_quotient),
      .o_remainder(s1_remainder)
  );

  // Stage 2: the second half of the division; round and pack. More than half, and more than nothing, of the last place.
  wire [EXP_W+FRAC_W:0] rounded;
  fp_round #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_round (
      .clk          (clk),
      .i_sign       (s1_sign),
      .i_exponent   (s1_exponent),
      .i_significand({s1_quotient, s1_remainder >= 3'd3, s1_remainder != 3'd0}),
      .i_infinite   (s1_infinite),
      .i_nan        (s1_nan),
      .o_y          (rounded)
  );

  fp_delay #(
      .WIDTH (1 + EXP_W + FRAC_W),
      .CYCLES(LATENCY - STAGES)
  ) u_delay (
      .clk   (clk),
      .i_data(rounded),
      .o_data(o_y)
  );

endmodule

`default_nettype wire
