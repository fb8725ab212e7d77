// line_buffer: delays a stream by exactly one row.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    rows above the current one for a stencil that sees one beat a cycle.
// Parameters: WIDTH bits a beat, MAX_BEATS beats in the longest row.
// Latency:    row length + 1 cycles from i_data to o_data. The delay is time, not data: every
//             cycle is written, valid or not, so the buffer drains by itself and never stalls.
// i_slot is the position in the row, 0 .. length-1 and again 0, shared by all buffers of a
// cascade; the word read in a cycle is the one written when i_slot last had this value.
`default_nettype none

module line_buffer #(
    parameter WIDTH = 64,
    parameter MAX_BEATS = 1024,
    parameter SLOT_W = (MAX_BEATS > 1) ? $clog2(MAX_BEATS) : 1
) (
    input  wire              clk,
    input  wire [SLOT_W-1:0] i_slot,
    input  wire [ WIDTH-1:0] i_data,
    output wire [ WIDTH-1:0] o_data
);

  memory_bank #(
      .WIDTH(WIDTH),
      .DEPTH(MAX_BEATS)
  ) u_memory (
      .clk         (clk),
      .i_write     (1'b1),
      .i_write_row (i_slot),
      .i_write_data(i_data),
      .i_read      (1'b1),
      .i_read_row  (i_slot),
      .o_read_data (o_data)
  );

endmodule

`default_nettype wire
