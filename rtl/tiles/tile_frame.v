// tile_frame: the edges of a tile in the first sweep of a pass.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    turns the edges of a command into those of the order of processing, where backward the
//             last row and column come first, and moves them on from pass to pass. Rows are told as the
//             frame has them: element 0 has row r of the block in row r + 1 of the frame.
// Parameters: NUM_W bits of all positions, ADDR_W of rows, COLS_W of columns, DEPTH_W of sweeps.
// Latency:    1 cycle from i_take or i_pass_ends.
// Slopes are -1, 0, 1, two's complement. A pair of edges may cross.
`default_nettype none

module tile_frame #(
    parameter NUM_W   = 21,
    parameter ADDR_W  = 20,
    parameter COLS_W  = 14,
    parameter DEPTH_W = 3
) (
    input  wire               clk,
    input  wire               i_take,
    input  wire               i_pass_ends,
    input  wire [DEPTH_W-1:0] i_depth,       // sweeps of the pass that ends
    // Command and job
    input  wire               i_backward,
    input  wire [ ADDR_W-1:0] i_rows,
    input  wire [ COLS_W-1:0] i_cols,
    input  wire [ ADDR_W-1:0] i_top,
    input  wire [ ADDR_W-1:0] i_bottom,
    input  wire [ COLS_W-1:0] i_left,
    input  wire [ COLS_W-1:0] i_right,
    input  wire [        7:0] i_slopes,      // {right, left, bottom, top}
    // In the order of processing
    output reg  [  NUM_W-1:0] o_row_begin,
    output reg  [  NUM_W-1:0] o_row_end,
    output reg  [  NUM_W-1:0] o_col_begin,
    output reg  [  NUM_W-1:0] o_col_end,
    output wire [        7:0] o_slopes       // {col_end, col_begin, row_end, row_begin}
);

  wire [NUM_W-1:0] rows = {{(NUM_W - ADDR_W) {1'b0}}, i_rows};
  wire [NUM_W-1:0] cols = {{(NUM_W - COLS_W) {1'b0}}, i_cols};
  wire [NUM_W-1:0] top = {{(NUM_W - ADDR_W) {1'b0}}, i_top};
  wire [NUM_W-1:0] bottom = {{(NUM_W - ADDR_W) {1'b0}}, i_bottom};
  wire [NUM_W-1:0] left = {{(NUM_W - COLS_W) {1'b0}}, i_left};
  wire [NUM_W-1:0] right = {{(NUM_W - COLS_W) {1'b0}}, i_right};

  // Minus a slope: its low bit stays.
  wire [1:0] minus_top = {i_slopes[0] & ~i_slopes[1], i_slopes[0]};
  wire [1:0] minus_bottom = {i_slopes[2] & ~i_slopes[3], i_slopes[2]};
  wire [1:0] minus_left = {i_slopes[4] & ~i_slopes[5], i_slopes[4]};
  wire [1:0] minus_right = {i_slopes[6] & ~i_slopes[7], i_slopes[6]};
  assign o_slopes = i_backward ? {minus_left, minus_right, minus_top, minus_bottom} : i_slopes;

  wire [NUM_W-1:0] depth = {{(NUM_W - DEPTH_W) {1'b0}}, i_depth};
  wire [NUM_W-1:0] minus_depth = {NUM_W{1'b0}} - depth;
  wire [NUM_W-1:0] row_begin_moves = o_slopes[0] ? (o_slopes[1] ? minus_depth : depth) : {NUM_W{1'b0}};
  wire [NUM_W-1:0] row_end_moves = o_slopes[2] ? (o_slopes[3] ? minus_depth : depth) : {NUM_W{1'b0}};
  wire [NUM_W-1:0] col_begin_moves = o_slopes[4] ? (o_slopes[5] ? minus_depth : depth) : {NUM_W{1'b0}};
  wire [NUM_W-1:0] col_end_moves = o_slopes[6] ? (o_slopes[7] ? minus_depth : depth) : {NUM_W{1'b0}};

  always @(posedge clk)
    if (i_take) begin
      o_row_begin <= (i_backward ? rows - bottom : top) + 1'b1;
      o_row_end   <= (i_backward ? rows - top : bottom) + 1'b1;
      o_col_begin <= i_backward ? cols - right : left;
      o_col_end   <= i_backward ? cols - left : right;
    end else if (i_pass_ends) begin
      o_row_begin <= o_row_begin + row_begin_moves;
      o_row_end   <= o_row_end + row_end_moves;
      o_col_begin <= o_col_begin + col_begin_moves;
      o_col_end   <= o_col_end + col_end_moves;
    end

endmodule

`default_nettype wire
