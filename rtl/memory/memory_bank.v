// memory_bank: one block of synchronous memory, one write port and one read port.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the only memory array of the design; all memories are built of it.
// Parameters: WIDTH bits per row, DEPTH rows (any number >= 1).
// Latency:    1 cycle from i_read to o_read_data, which then holds until the next read.
// Reading a row in the cycle in which it is written returns the old contents.
`default_nettype none

module memory_bank #(
    parameter WIDTH = 64,
    parameter DEPTH = 1024,
    parameter ROW_W = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
    input  wire             clk,
    input  wire             i_write,
    input  wire [ROW_W-1:0] i_write_row,
    input  wire [WIDTH-1:0] i_write_data,
    input  wire             i_read,
    input  wire [ROW_W-1:0] i_read_row,
    output reg  [WIDTH-1:0] o_read_data
);

  reg [WIDTH-1:0] rows[0:DEPTH-1];

  always @(posedge clk) begin
    if (i_write) rows[i_write_row] <= i_write_data;
    if (i_read) o_read_data <= rows[i_read_row];
  end

endmodule

`default_nettype wire
