// pass_sequencer: reads a block beat by beat, once per pass, and labels every beat.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    makes addresses and tags of the stream that feeds the cascade.
//             Classic: every pass reads all rows; while the engine is busy a beat, present or absent, is pushed in
//             every cycle, so that the contents of the cascade come out; the slots of the line buffers are used in
//             turn.
//             Skewed (i_above, i_below): beats are pushed only while a pass issues; pass p has slots of its own from
//             p*row_beats on, its context. With D sweeps in the passes before it and d of its own, a pass reads rows -
//             D rows of a first block (below only), rows of one in the middle, and rows + D of a last one (above only),
//             after which it issues d absent rows.
// Parameters: LANES points per beat; ADDR_W bits of word addresses and of numbers of rows, COLS_W of columns,
//             LINE_BEATS slots in a line buffer, NITER_W bits of the number of passes, DEPTH_W of sweeps.
// Latency:    the first beat is issued in the cycle after i_start, one beat per cycle from then on; a
//             pass follows the one before without a gap where i_next_pass is set in its last cycle,
//             otherwise in the cycle after i_next_pass is.
// i_rows is read at i_start; the other command inputs are held from the cycle after it until the
// next i_start, the job (i_cols .. i_depth) as long as any command is in flight.
`default_nettype none

module pass_sequencer #(
    parameter LANES      = 1,
    parameter ADDR_W     = 20,
    parameter COLS_W     = 14,
    parameter LINE_BEATS = 10000,
    parameter BEATS_W    = $clog2(LINE_BEATS + 1),
    parameter SLOT_W     = (LINE_BEATS > 1) ? $clog2(LINE_BEATS) : 1,
    parameter NITER_W    = 32,
    parameter DEPTH_W    = 3
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               i_busy,         // a command is in flight
    // Job
    input  wire [ COLS_W-1:0] i_cols,
    input  wire [BEATS_W-1:0] i_row_beats,
    input  wire [NITER_W-1:0] i_passes,
    input  wire [NITER_W-1:0] i_shallow,
    input  wire [DEPTH_W-1:0] i_depth,        // sweeps of a shallow pass
    // A command begins
    input  wire               i_start,
    input  wire               i_head,         // forget the contents of the line buffers
    input  wire               i_follow,       // continues in the slots of the classic command before it
    input  wire [ ADDR_W-1:0] i_rows,
    // The command that issues
    input  wire               i_above,
    input  wire               i_below,
    input  wire               i_next_pass,    // the next pass may begin in the next cycle
    output wire               o_begin,        // a pass begins in the next cycle
    output wire               o_last,         // the last beat of the command is issued
    output reg                o_issued,       // it was issued
    output reg                o_stall,        // waits for the pass before
    // Beats
    output wire               o_issue,
    output wire [        2:0] o_mark,         // {head, starts, ends}
    output wire [ SLOT_W-1:0] o_slot,
    output wire               o_present,      // to be read
    output reg  [ ADDR_W-1:0] o_addr,
    output wire [        3:0] o_edge,         // {first row, last row, first beat, last beat}
    output reg  [DEPTH_W-1:0] o_depth
);

  localparam [31:0] STRIDE = LANES;

  localparam [NITER_W-1:0] ONE_PASS = 1;
  localparam [ADDR_W-1:0] ONE_ROW = 1;
  localparam [BEATS_W-1:0] ONE_BEAT = 1;
  localparam [NITER_W-1:0] TWO_PASSES = ONE_PASS << 1;
  localparam [BEATS_W-1:0] TWO_BEATS = ONE_BEAT << 1;

  reg active, flushing;  // a pass issues; its absent rows
  reg head;
  reg [NITER_W-1:0] passes_left, shallow_left;
  reg [ADDR_W-1:0] rows, rows_left, row_addr;
  reg [BEATS_W-1:0] beats_left;
  reg first_row, first_beat;
  // Comparisons of the counters, in registers that are set whenever these change: passes_left, rows_left, beats_left
  // are 1, shallow_left is 0.
  reg last_pass, last_row, one_left, deep;
  wire [DEPTH_W-1:0] deeper = i_depth + 1'b1;

  wire last_beat = one_left;
  wire row_ends = active & last_beat;
  wire rows_end = row_ends & last_row;
  wire last_block = i_above & ~i_below;
  wire first_block = i_below & ~i_above;
  wire pass_ends = rows_end & (flushing | ~last_block);
  wire goes_on = ((pass_ends & ~last_pass) | o_stall) & i_next_pass;

  assign o_begin   = i_start | goes_on;
  assign o_last    = pass_ends & last_pass;
  assign o_issue   = active | (i_busy & ~i_above & ~i_below);
  assign o_present = active & ~flushing;
  assign o_mark    = {head, i_above & first_row & first_beat & o_present, i_below & pass_ends};
  assign o_edge    = {first_row & ~i_above, last_row & ~i_below, first_beat, last_beat};

  always @(posedge clk) begin
    if (rst) begin
      active  <= 1'b0;
      o_stall <= 1'b0;
    end else if (o_begin) begin
      active  <= 1'b1;
      o_stall <= 1'b0;
    end else if (pass_ends) begin
      active  <= 1'b0;
      o_stall <= ~last_pass;
    end
    if (i_start) o_issued <= 1'b0;
    else if (o_last) o_issued <= 1'b1;
    if (i_start) begin
      passes_left  <= i_passes;
      shallow_left <= i_shallow;
      last_pass    <= i_passes == ONE_PASS;
      deep         <= i_shallow == {NITER_W{1'b0}};
      o_depth      <= (i_shallow == {NITER_W{1'b0}}) ? deeper : i_depth;
    end else if (pass_ends) begin
      passes_left <= passes_left - 1'b1;
      last_pass   <= passes_left == TWO_PASSES;
      if (~deep) shallow_left <= shallow_left - 1'b1;
      if (~deep) deep <= shallow_left == ONE_PASS;
      if (~deep) o_depth <= (shallow_left == ONE_PASS) ? deeper : i_depth;
    end
    if (i_start) flushing <= 1'b0;
    else if (rows_end) flushing <= last_block & ~flushing;
  end

  // Rows of the passes. A skewed block has more rows than the pass has sweeps, so these fit.
  wire [ADDR_W+DEPTH_W-1:0] sweeps = {{ADDR_W{1'b0}}, o_depth};
  wire [ADDR_W-1:0] depth_rows = sweeps[ADDR_W-1:0];
  wire [ADDR_W-1:0] next_rows = last_block ? rows + depth_rows : first_block ? rows - depth_rows : rows;
  wire [ADDR_W-1:0] rows_after = last_row ? depth_rows : rows_left - 1'b1;
  always @(posedge clk)
    if (i_start) begin
      rows      <= i_rows;
      rows_left <= i_rows;
      // A block has a row at least. This comparison looks unlike those below: yosys would make one of all, behind
      // i_start, which comes late.
      last_row  <= (i_rows >> 1) == {ADDR_W{1'b0}};
    end else if (pass_ends) begin
      rows      <= next_rows;
      rows_left <= next_rows;
      last_row  <= next_rows == ONE_ROW;
    end else if (row_ends) begin
      rows_left <= rows_after;
      last_row  <= rows_after == ONE_ROW;
    end

  // Place in the pass
  wire [ADDR_W-1:0] next_row_addr = row_addr + {{(ADDR_W - COLS_W) {1'b0}}, i_cols};
  always @(posedge clk)
    if (i_start | row_ends) begin
      first_row  <= i_start | rows_end;
      first_beat <= 1'b1;
      beats_left <= i_row_beats;
      one_left   <= i_row_beats == ONE_BEAT;
      row_addr   <= (i_start | rows_end) ? {ADDR_W{1'b0}} : next_row_addr;
      o_addr     <= (i_start | rows_end) ? {ADDR_W{1'b0}} : next_row_addr;
    end else if (active) begin
      first_beat <= 1'b0;
      beats_left <= beats_left - 1'b1;
      one_left   <= beats_left == TWO_BEATS;
      o_addr     <= o_addr + STRIDE[ADDR_W-1:0];
    end

  // Place in the line buffers: slots base .. top-1 in turn
  reg [BEATS_W-1:0] base, top, slot;
  wire last_slot = slot + 1'b1 == top;
  wire skewed = i_above | i_below;
  assign o_slot = slot[SLOT_W-1:0];
  always @(posedge clk) begin
    if (i_start) begin
      base <= {BEATS_W{1'b0}};
      top  <= i_row_beats;
    end else if (pass_ends & skewed) begin
      base <= top;
      top  <= top + i_row_beats;
    end
    if (i_start & ~i_follow) slot <= {BEATS_W{1'b0}};
    else if (pass_ends & skewed) slot <= top;
    else if (o_issue) slot <= last_slot ? base : slot + 1'b1;
    // Its first row forgets the old contents of its slots: one row in all, or one in every context.
    if (i_start) head <= i_head;
    else if (pass_ends) head <= first_block;
    else if (row_ends) head <= 1'b0;
  end

  wire unused = &{1'b0, sweeps[ADDR_W+DEPTH_W-1:ADDR_W]};
  generate
    if (SLOT_W < BEATS_W) begin : g_spare
      wire unused_slot = &{1'b0, slot[BEATS_W-1:SLOT_W]};
    end
  endgenerate

endmodule

`default_nettype wire
