// tile_frame: keeps the edges of a tile in the first sweep of a pass.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    converts the edges of a command to the order of processing, where backward the last row and column come
//             first, and moves them on from pass to pass. Rows are counted in the frame: element 0 has row r of the
//             block in row r + 1 of the frame.
// Parameters: NUM_W bits of all positions, ADDR_W of numbers of rows, COLS_W of columns, DEPTH_W of sweeps.
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
    output reg  [        7:0] o_slopes       // {col_end, col_begin, row_end, row_begin}
);

  wire [NUM_W-1:0] rows = {{(NUM_W - ADDR_W) {1'b0}}, i_rows};
  wire [NUM_W-1:0] cols = {{(NUM_W - COLS_W) {1'b0}}, i_cols};
  wire [NUM_W-1:0] top = {{(NUM_W - ADDR_W) {1'b0}}, i_top};
  wire [NUM_W-1:0] bottom = {{(NUM_W - ADDR_W) {1'b0}}, i_bottom};
  wire [NUM_W-1:0] left = {{(NUM_W - COLS_W) {1'b0}}, i_left};
  wire [NUM_W-1:0] right = {{(NUM_W - COLS_W) {1'b0}}, i_right};

  // Minus a slope: the low bit stays.
  function [1:0] minus(input [1:0] slope);
    minus = {slope[0] & ~slope[1], slope[0]};
  endfunction

  // An edge after i_depth sweeps
  function [NUM_W-1:0] moved(input [NUM_W-1:0] edge_at, input [1:0] slope, input [DEPTH_W-1:0] sweeps);
    reg [NUM_W-1:0] by;
    begin
      by = {{(NUM_W - DEPTH_W) {1'b0}}, sweeps};
      moved = ~slope[0] ? edge_at : slope[1] ? edge_at - by : edge_at + by;
    end
  endfunction

  always @(posedge clk)
    if (i_take | i_pass_ends) begin : edges
      reg [NUM_W-1:0] row_begin, row_end, col_begin, col_end;  // state
      reg [7:0] slopes;

      if (i_take) begin
        row_begin = (i_backward ? rows - bottom : top) + 1'b1;
        row_end   = (i_backward ? rows - top : bottom) + 1'b1;
        col_begin = i_backward ? cols - right : left;
        col_end   = i_backward ? cols - left : right;
        slopes    = i_slopes;
        if (i_backward)
          slopes = {minus(i_slopes[5:4]), minus(i_slopes[7:6]), minus(i_slopes[1:0]), minus(i_slopes[3:2])};
      end else begin
        row_begin = moved(row_begin, slopes[1:0], i_depth);
        row_end   = moved(row_end, slopes[3:2], i_depth);
        col_begin = moved(col_begin, slopes[5:4], i_depth);
        col_end   = moved(col_end, slopes[7:6], i_depth);
      end
      o_row_begin <= row_begin;
      o_row_end   <= row_end;
      o_col_begin <= col_begin;
      o_col_end   <= col_end;
      o_slopes    <= slopes;
    end

endmodule

`default_nettype wire
