// fp_compare: tells whether one magnitude is at least another.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the comparison of fp_add, a module of its own since mapping works module by module: seen together with
//             the choice that it controls, its carry chain is given logic behind that choice, since the larger operand
//             and the smaller one differ in the same bits as the first and the second. That is a combinational loop.
// Parameters: WIDTH >= 1 bits.
// Latency:    none, combinational.
`default_nettype none

module fp_compare #(
    parameter integer WIDTH = 63
) (
    input  wire [WIDTH-1:0] i_a,
    input  wire [WIDTH-1:0] i_b,
    output wire             o_at_least
);

  assign o_at_least = i_a >= i_b;

endmodule

`default_nettype wire
