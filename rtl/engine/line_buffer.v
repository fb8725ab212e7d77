// line_buffer: keeps the rows north of the current one, for a stencil that takes one beat per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a beat that is written to a slot pushes out the one written there before. A row has one slot per beat;
//             several rows may lie side by side (contexts).
// Parameters: WIDTH bits per beat, LINE_BEATS slots.
// Latency:    1 cycle from i_slot to o_data, which shows the contents before a write in the same cycle.
// Without i_write nothing changes, for however long.
`default_nettype none

module line_buffer #(
    parameter WIDTH = 64,
    parameter LINE_BEATS = 1024,
    parameter SLOT_W = (LINE_BEATS > 1) ? $clog2(LINE_BEATS) : 1
) (
    input  wire              clk,
    input  wire              i_write,
    input  wire [SLOT_W-1:0] i_slot,
    input  wire [ WIDTH-1:0] i_data,
    output wire [ WIDTH-1:0] o_data
);

  memory_bank #(
      .WIDTH(WIDTH),
      .DEPTH(LINE_BEATS)
  ) u_memory (
      .clk         (clk),
      .i_write     (i_write),
      .i_write_row (i_slot),
      .i_write_data(i_data),
      .i_read      (1'b1),
      .i_read_row  (i_slot),
      .o_read_data (o_data)
  );

endmodule

`default_nettype wire
