// async_memory: a thousand rows, read without a clock.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module async_memory (
    input  wire        clk,
    input  wire        i_write,
    input  wire [ 9:0] i_write_row,
    input  wire [ 9:0] i_read_row,
    input  wire [63:0] i_data,
    output wire [63:0] o_data
);

  reg [63:0] rows[0:1023];
  always @(posedge clk) if (i_write) rows[i_write_row] <= i_data;
  assign o_data = rows[i_read_row];

endmodule

`default_nettype wire
