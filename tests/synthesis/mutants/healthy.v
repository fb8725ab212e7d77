// healthy: keeps all rules; if it is refused, the refusal of the others means nothing.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module healthy (
    input  wire        clk,
    input  wire        i_write,
    input  wire [ 9:0] i_row,
    input  wire [63:0] i_data,
    output reg  [63:0] o_data,
    output reg  [51:0] o_product
);

  reg [63:0] rows[0:1023];
  always @(posedge clk) begin
    if (i_write) rows[i_row] <= i_data;
    o_data    <= rows[i_row];
    o_product <= {26'd0, i_data[25:0]} * {26'd0, i_data[51:26]};
  end

endmodule

`default_nettype wire
