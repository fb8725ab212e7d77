// random_operators: COUNT operators of random formulas, which random_operators.py makes, on the same operands.
// SPDX-License-Identifier: Apache-2.0
//
// Parameters: COUNT, as the script was called.
// Latency:    of each result its own, which the script writes beside the operators.
`default_nettype none

module random_operators #(
    parameter COUNT = 10
) (
    input  wire                clk,
    input  wire [         8:0] i_count,
    input  wire [       831:0] i_values,  // {c, b, a, source, window by rows}
    output wire [64*COUNT-1:0] o_results,
    output wire [64*COUNT-1:0] o_sources  // the source as late as the result, of operators that read it
);

  random_operator_set u_set (
      .clk      (clk),
      .i_count  (i_count),
      .i_values (i_values),
      .o_results(o_results),
      .o_sources(o_sources)
  );

endmodule

`default_nettype wire
