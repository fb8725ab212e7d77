// tile_window: decides which cells one sweep sets.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the window of one element's sweep over the frame, and the window of the next sweep, whose edges lie one
//             slope and one row of the frame further on.
// Parameters: NUM_W bits of rows and of columns.
// Latency:    1 cycle to o_inside, 1 cycle from window to next window.
`default_nettype none

module tile_window #(
    parameter NUM_W = 21
) (
    input  wire             clk,
    input  wire             i_run,
    input  wire [      7:0] i_slopes,          // {col_end, col_begin, row_end, row_begin}
    input  wire [NUM_W-1:0] i_row_begin,
    input  wire [NUM_W-1:0] i_row_end,
    input  wire [NUM_W-1:0] i_col_begin,
    input  wire [NUM_W-1:0] i_col_end,
    output reg  [NUM_W-1:0] o_next_row_begin,
    output reg  [NUM_W-1:0] o_next_row_end,
    output reg  [NUM_W-1:0] o_next_col_begin,
    output reg  [NUM_W-1:0] o_next_col_end,
    input  wire             i_valid,
    input  wire [NUM_W-1:0] i_row,
    input  wire [NUM_W-1:0] i_col,
    output reg              o_inside
);

  always @(posedge clk)
    if (i_run) begin
      o_next_row_begin <= i_row_begin + {{(NUM_W - 2) {i_slopes[1]}}, i_slopes[1:0]} + 1'b1;
      o_next_row_end   <= i_row_end + {{(NUM_W - 2) {i_slopes[3]}}, i_slopes[3:2]} + 1'b1;
      o_next_col_begin <= i_col_begin + {{(NUM_W - 2) {i_slopes[5]}}, i_slopes[5:4]};
      o_next_col_end   <= i_col_end + {{(NUM_W - 2) {i_slopes[7]}}, i_slopes[7:6]};
      o_inside <= i_valid & i_row >= i_row_begin & i_row < i_row_end & i_col >= i_col_begin & i_col < i_col_end;
    end

endmodule

`default_nettype wire
