// memory_bank: one synchronous bank, in place of rtl/memory/memory_bank.v.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the same ports and contents for fast simulation. A word is written at once, behind the read of the same
//             edge, where the original has Verilator keep word, row and whether there is one until all blocks have run;
//             and every row that the ports can name is there, so that none is looked at for being outside.
// Parameters: those of the original.
// Latency:    1.
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

  reg [WIDTH-1:0] rows[0:(1<<ROW_W)-1];

  // Nothing else reads the rows.
  /* verilator lint_off BLKSEQ */
  always @(posedge clk) begin
    if (i_read) o_read_data <= rows[i_read_row];
    if (i_write) rows[i_write_row] = i_write_data;
  end
  /* verilator lint_on BLKSEQ */

endmodule

`default_nettype wire
