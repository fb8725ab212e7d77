// fp_round: rounds an exact raw result to nearest, ties to even, and packs it.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the last stage of every operator. The raw result is
//               (-1)**sign * significand * 2**(exponent - bias - FRAC_W - 2)
//             where the last bit of the significand is sticky: it stands for "some bit from here on is one".
//             The caller has normalised as far as the exponent range allows: the hidden bit is set, or the
//             exponent is 1 (a subnormal number), or the significand is 0.
//             Rounding depends on guard and sticky, the bits after the last one kept:
//               case 1  guard 0            below half: the kept bits are nearest
//               case 2  guard 1, sticky 1  above half: one more in the last place is nearest
//               case 3  guard 1, sticky 0  a tie: the neighbour whose last bit is 0
//               case 4  the increment carries out of the fraction into the exponent field, which is the right result:
//                       the largest subnormal becomes the smallest normal number, 1.11..1 the next power of two, the
//                       largest finite number infinity
//               case 5  the exponent is beyond the format before rounding: infinity
// Parameters: EXP_W >= 3, FRAC_W >= 2 bits.
// Latency:    1 cycle.
`default_nettype none

module fp_round #(
    parameter integer EXP_W  = 11,
    parameter integer FRAC_W = 52
) (
    input  wire                  clk,
    input  wire                  i_sign,
    input  wire [       EXP_W:0] i_exponent,     // biased, >= 1, one bit wider than the field
    input  wire [    FRAC_W+2:0] i_significand,  // hidden bit, fraction, guard, sticky
    input  wire                  i_nan,          // not a number, if the exponent is beyond the format
    output reg  [EXP_W+FRAC_W:0] o_y
);

  localparam [EXP_W:0] BEYOND_FORMAT = {1'b0, {EXP_W{1'b1}}};
  localparam [7:0] ROUNDS_UP = 8'b1100_1000;  // by last, guard and sticky: cases 2 and 3
  localparam [EXP_W+FRAC_W:0] QUIET_NAN = {1'b0, {EXP_W{1'b1}}, 1'b1, {(FRAC_W - 1) {1'b0}}};

  wire hidden = i_significand[FRAC_W+2];
  wire [FRAC_W-1:0] fraction = i_significand[FRAC_W+1:2];
  wire round_up = ROUNDS_UP[i_significand[2:0]];
  wire [EXP_W-1:0] exponent_field = hidden ? i_exponent[EXP_W-1:0] : {EXP_W{1'b0}};
  wire [EXP_W+FRAC_W-1:0] magnitude = {exponent_field, fraction} + {{(EXP_W + FRAC_W - 1) {1'b0}}, round_up};
  wire overflows = i_exponent >= BEYOND_FORMAT;

  always @(posedge clk) begin
    if (overflows) o_y <= i_nan ? QUIET_NAN : {i_sign, {EXP_W{1'b1}}, {FRAC_W{1'b0}}};
    else o_y <= {i_sign, magnitude};
  end

endmodule

`default_nettype wire
