// tile_checker_proof: holds a tile_checker against the rules of tiles, in arithmetic wide enough for all of it.
// SPDX-License-Identifier: Apache-2.0
//
// Any job of 1..2^32-1 sweeps and any command: the first cycle's inputs, held. Nothing changes after the bound.
`default_nettype none

module tile_checker_proof #(
    parameter MIN_SLOTS = 13,
    parameter MAX_SLOTS = 32
) (
    input  wire        clk,
    input  wire [31:0] i_cols,
    input  wire [31:0] i_niter,
    input  wire [ 7:0] i_slots,
    input  wire [ 7:0] i_slopes,
    input  wire [63:0] i_rows_at,
    input  wire [63:0] i_cols_at,
    input  wire [31:0] i_rows,
    input  wire        i_above,
    input  wire        i_below,
    output wire        given_sweeps,
    output wire        wrong_edges,
    output wire        wrong_rest,
    output wire        seen_far_edge,
    output wire        seen_smallest
);

  localparam [31:0] LEAST = MIN_SLOTS, MOST = MAX_SLOTS;

  // The first cycle's inputs.
  reg started = 1'b0;
  reg [2:0] cycle = 3'd0;
  reg [241:0] job;
  wire [241:0] first_job = {i_cols, i_niter, i_slots, i_slopes, i_rows_at, i_cols_at, i_rows, i_above, i_below};
  wire [31:0] cols, niter, rows;
  wire [7:0] slots, slopes;
  wire [63:0] rows_at, cols_at;
  wire above, below;
  assign {cols, niter, slots, slopes, rows_at, cols_at, rows, above, below} = started ? job : first_job;
  always @(posedge clk) begin
    started <= 1'b1;
    if (~started) job <= first_job;
    if (cycle != 3'd4) cycle <= cycle + 3'd1;
  end
  assign given_sweeps = niter != 32'd0;

  wire bad;
  tile_checker #(
      .MIN_SLOTS(MIN_SLOTS),
      .MAX_SLOTS(MAX_SLOTS)
  ) u_checker (
      .clk      (clk),
      .i_run    (1'b1),
      .i_cols   (cols),
      .i_niter  (niter),
      .i_slots  (slots),
      .i_slopes (slopes),
      .i_rows_at(rows_at),
      .i_cols_at(cols_at),
      .i_rows   (rows),
      .i_above  (above),
      .i_below  (below),
      .o_bad    (bad)
  );

  // Edges in the first and in the last sweep, with a sign.
  wire [127:0] at = {cols_at, rows_at};
  wire [3:0] bad_edge, far;
  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : g_edge
      wire signed [35:0] first = {4'd0, at[32*k+:32]};
      wire signed [35:0] moves = {4'd0, niter} - 36'sd1;
      wire signed [35:0] most = {4'd0, k < 2 ? rows : cols} - 36'sd1;
      wire [1:0] slope = slopes[2*k+:2];
      wire signed [35:0] last = slope == 2'b01 ? first + moves : slope == 2'b11 ? first - moves : first;
      assign bad_edge[k] = slope == 2'b10 | first < 36'sd1 | first > most | last < 36'sd1 | last > most;
      assign far[k] = last > 36'sh1_0000_0000;
    end
  endgenerate
  wire bad_rest = {24'd0, slots} < LEAST | {24'd0, slots} > MOST | rows < 32'd3 | cols < 32'd3 | above | below;

  wire valid = cycle >= 3'd3;
  assign wrong_edges = valid & (|bad_edge) & ~bad;
  assign wrong_rest = valid & ~(|bad_edge) & bad != bad_rest;
  assign seen_far_edge = valid & bad & ~bad_rest & far == 4'b0010;
  assign seen_smallest = valid & ~bad & rows == 32'd3 & cols == 32'd3 & niter != 32'd1;

endmodule

`default_nettype wire
