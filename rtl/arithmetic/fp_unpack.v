// fp_unpack: splits a packed IEEE 754 number into sign, exponent and significand, and classifies it.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a subnormal number has the exponent of the smallest normal one and no hidden bit, so that
//             |value| = o_significand * 2**(o_exponent - bias - FRAC_W) holds for every finite number.
// Parameters: EXP_W >= 3, FRAC_W >= 2 bits.
// Latency:    none, combinational.
`default_nettype none

module fp_unpack #(
    parameter integer EXP_W  = 11,
    parameter integer FRAC_W = 52
) (
    input  wire [EXP_W+FRAC_W:0] i_packed,
    output wire                  o_sign,
    output wire [     EXP_W-1:0] o_exponent,     // biased; 1 for zero and subnormals
    output wire [      FRAC_W:0] o_significand,  // hidden bit first
    output wire                  o_zero,
    output wire                  o_infinite,
    output wire                  o_nan
);

  wire [EXP_W-1:0] exponent_field = i_packed[EXP_W+FRAC_W-1:FRAC_W];
  wire [FRAC_W-1:0] fraction = i_packed[FRAC_W-1:0];
  wire has_hidden = |exponent_field;
  wire is_special = &exponent_field;
  wire has_fraction = |fraction;

  assign o_sign = i_packed[EXP_W+FRAC_W];
  assign o_exponent = has_hidden ? exponent_field : {{(EXP_W - 1) {1'b0}}, 1'b1};
  assign o_significand = {has_hidden, fraction};
  assign o_zero = ~has_hidden & ~has_fraction;
  assign o_infinite = is_special & ~has_fraction;
  assign o_nan = is_special & has_fraction;

endmodule

`default_nettype wire
