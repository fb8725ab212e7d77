// fp_mul: twin of rtl/arithmetic/fp_mul.v, binary64 on the arithmetic of the simulating machine.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the same module, ports, latency and bits, NaN included, for fast simulation; not synthesizable. Put this
//             folder before rtl/arithmetic on the search path and it replaces the synthesizable one. Rounding is the
//             machine's: to nearest, unless the program has changed the rounding mode.
// Parameters: EXP_W 11 and FRAC_W 52, nothing else; LATENCY 6 .. 16 cycles, as in the original.
// Latency:    LATENCY cycles from inputs to output.
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

  wire [63:0] product = $realtobits($bitstoreal(i_a) * $bitstoreal(i_b));

  fp_twin_result #(
      .EXP_W         (EXP_W),
      .FRAC_W        (FRAC_W),
      .LATENCY       (LATENCY),
      .LOWEST_LATENCY(6)
  ) u_result (
      .clk     (clk),
      .i_result(product),
      .o_y     (o_y)
  );

endmodule

`default_nettype wire
