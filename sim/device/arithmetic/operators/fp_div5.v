// fp_div5: twin of rtl/arithmetic/fp_div5.v, binary64 on the arithmetic of the simulating machine.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the same module, ports, latency and bits, NaN included, for fast simulation; not synthesizable. Put this
//             folder before rtl/arithmetic on the search path and it replaces the synthesizable one. Rounding is the
//             machine's: to nearest, unless the program has changed the rounding mode.
//             Zero is not divided, so an idle divider, which is fed zeros, costs no simulation time.
// Parameters: EXP_W 11 and FRAC_W 52, nothing else; LATENCY 2 .. 16 cycles, as in the original.
// Latency:    LATENCY cycles from input to output.
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

  reg [63:0] quotient;
  always @* begin
    quotient = i_a;
    if (i_a != 64'd0) quotient = $realtobits($bitstoreal(i_a) / 5.0);
  end

  fp_twin_result #(
      .EXP_W         (EXP_W),
      .FRAC_W        (FRAC_W),
      .LATENCY       (LATENCY),
      .LOWEST_LATENCY(2)
  ) u_result (
      .clk     (clk),
      .i_result(quotient),
      .o_y     (o_y)
  );

endmodule

`default_nettype wire
