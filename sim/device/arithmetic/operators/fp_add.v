// fp_add: twin of rtl/arithmetic/fp_add.v, binary64 on the arithmetic of the simulating machine.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the same module, ports, latency and bits, NaN included, for fast simulation; not synthesizable. Put this
//             folder before rtl/arithmetic on the search path and it replaces the synthesizable one. Rounding is the
//             machine's: to nearest, unless the program has changed the rounding mode.
// Parameters: EXP_W 11 and FRAC_W 52, nothing else; LATENCY 5 .. 16 cycles, as in the original.
// Latency:    LATENCY cycles from inputs to output.
`default_nettype none

module fp_add #(
    parameter integer EXP_W   = 11,
    parameter integer FRAC_W  = 52,
    parameter integer LATENCY = 5
) (
    input  wire                  clk,
    input  wire                  i_sub,
    input  wire [EXP_W+FRAC_W:0] i_a,
    input  wire [EXP_W+FRAC_W:0] i_b,
    output wire [EXP_W+FRAC_W:0] o_y
);

  // a - b is a + (-b): one addition, no branch.
  wire [63:0] sum = $realtobits($bitstoreal(i_a) + $bitstoreal({i_b[63] ^ i_sub, i_b[62:0]}));

  fp_twin_result #(
      .EXP_W         (EXP_W),
      .FRAC_W        (FRAC_W),
      .LATENCY       (LATENCY),
      .LOWEST_LATENCY(5)
  ) u_result (
      .clk     (clk),
      .i_result(sum),
      .o_y     (o_y)
  );

endmodule

`default_nettype wire
