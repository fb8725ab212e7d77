// stage: a register of sum.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module stage #(
    parameter WIDTH = 4
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] i_data,
    output reg  [WIDTH-1:0] o_data
);

  always @(posedge clk) o_data <= i_data;

  // fault of stage

endmodule

`default_nettype wire
