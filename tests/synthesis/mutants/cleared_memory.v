// cleared_memory: a reset of every row, which no block RAM has.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module cleared_memory (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_write,
    input  wire [4:0] i_row,
    input  wire [7:0] i_data,
    output reg  [7:0] o_data
);

  reg [7:0] rows[0:31];
  integer   row;
  always @(posedge clk) begin
    if (rst) for (row = 0; row < 32; row = row + 1) rows[row] <= 8'd0;
    else if (i_write) rows[i_row] <= i_data;
    o_data <= rows[i_row];
  end

endmodule

`default_nettype wire
