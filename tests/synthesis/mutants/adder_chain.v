// adder_chain: TERMS additions between two registers, one after another.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module adder_chain #(
    parameter TERMS = 1
) (
    input  wire        clk,
    input  wire [31:0] i_value,
    output reg  [31:0] o_sum
);

  wire [31:0] sums[0:TERMS];
  assign sums[0] = o_sum;
  genvar term;
  generate
    for (term = 0; term < TERMS; term = term + 1) begin : g_term
      assign sums[term+1] = sums[term] + (i_value >> term);
    end
  endgenerate

  always @(posedge clk) o_sum <= sums[TERMS];

endmodule

`default_nettype wire
