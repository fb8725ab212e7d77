// engine: niter Jacobi sweeps in place over a block in local memory.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    joins the sequencer, the memory port, the cascade and the write-back.
// Parameters: PES, LANES, ADD_LATENCY, MUL_LATENCY as cascade; ADDR_W of word addresses,
//             MAX_COLS columns, NITER_W and DEPTH_W bits of the plan.
// Latency:    busy for passes*rows*beats + deepest*(beats + Lp) + 3 cycles where the passes may
//             run back to back: deepest*(beats + Lp) < rows*beats, beats = ceil(cols/LANES).
// Command inputs are held while o_busy. Banks f and r answer a read in the next cycle.
`default_nettype none

module engine #(
    parameter PES         = 4,
    parameter LANES       = 1,
    parameter MAX_COLS    = 10000,
    parameter ADDR_W      = 20,
    parameter NITER_W     = 32,
    parameter DEPTH_W     = 3,
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter COLS_W      = $clog2(MAX_COLS + 1)
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                i_start,
    input  wire [  ADDR_W-1:0] i_rows,
    input  wire [  COLS_W-1:0] i_cols,
    input  wire [ NITER_W-1:0] i_passes,
    input  wire [ NITER_W-1:0] i_shallow,
    input  wire [ DEPTH_W-1:0] i_depth,
    input  wire [        63:0] i_rdx2,
    input  wire [        63:0] i_rdy2,
    input  wire [        63:0] i_beta,
    output reg                 o_busy,
    output wire                o_stall,       // busy, held back by the pass before
    output wire                o_fill,        // busy, nothing issued: the cascade fills or drains
    output wire                o_finished,
    output wire                o_read,
    output wire [  ADDR_W-1:0] o_read_addr,
    input  wire [64*LANES-1:0] i_read_f,
    input  wire [64*LANES-1:0] i_read_r,
    output wire [   LANES-1:0] o_write,
    output wire [  ADDR_W-1:0] o_write_addr,
    output wire [64*LANES-1:0] o_write_data
);

  localparam MAX_BEATS = (MAX_COLS + LANES - 1) / LANES;
  localparam BEATS_W = $clog2(MAX_BEATS + 1);
  localparam LANE_W = (LANES > 1) ? $clog2(LANES) : 1;
  localparam LANE_SHIFT = $clog2(LANES);
  localparam [31:0] ROUND_UP = LANES - 1;

  // Beats of a row, and the lane its last column falls on; steady long before the first use.
  // Two bits more than a column number: LANES may be more than MAX_COLS.
  wire [COLS_W+1:0] rounded_cols = {2'b00, i_cols} + ROUND_UP[COLS_W+1:0];
  wire [COLS_W+1:0] beats = rounded_cols >> LANE_SHIFT;
  wire [BEATS_W-1:0] row_beats = beats[BEATS_W-1:0];
  wire [COLS_W+1:0] last_col = {2'b00, i_cols} - 1'b1;
  wire [LANE_W-1:0] last_lane = (LANES > 1) ? last_col[LANE_W-1:0] : {LANE_W{1'b0}};

  always @(posedge clk)
    if (rst) o_busy <= 1'b0;
    else if (i_start) o_busy <= 1'b1;
    else if (o_finished) o_busy <= 1'b0;

  wire release_next;
  wire [3:0] issue_edge;
  wire [DEPTH_W-1:0] issue_depth;
  pass_sequencer #(
      .LANES  (LANES),
      .ADDR_W (ADDR_W),
      .COLS_W (COLS_W),
      .BEATS_W(BEATS_W),
      .NITER_W(NITER_W),
      .DEPTH_W(DEPTH_W)
  ) u_sequencer (
      .clk        (clk),
      .rst        (rst),
      .i_start    (i_start),
      .i_rows     (i_rows),
      .i_cols     (i_cols),
      .i_row_beats(row_beats),
      .i_passes   (i_passes),
      .i_shallow  (i_shallow),
      .i_depth    (i_depth),
      .i_release  (release_next),
      .o_issue    (o_read),
      .o_addr     (o_read_addr),
      .o_edge     (issue_edge),
      .o_depth    (issue_depth),
      .o_stall    (o_stall)
  );
  assign o_fill = o_busy & ~o_read & ~o_stall;

  // s1: memory delivers; s2: at the cascade.
  reg s1_valid, s2_valid;
  reg [3:0] s1_edge, s2_edge;
  reg [DEPTH_W-1:0] s1_depth, s2_depth;
  reg [ADDR_W-1:0] s1_addr;
  reg [64*LANES-1:0] s2_f, s2_r;
  wire [64*LANES-1:0] s1_f;
  always @(posedge clk) begin
    s1_valid <= o_read & ~rst;
    s1_edge  <= issue_edge;
    s1_depth <= issue_depth;
    s1_addr  <= o_read_addr;
    s2_valid <= s1_valid & ~rst;
    s2_edge  <= s1_edge;
    s2_depth <= s1_depth;
    s2_f     <= s1_f;
    s2_r     <= i_read_r;
  end

  wire done_valid, done_last_row, done_last_beat;
  wire [64*LANES-1:0] done_f;
  cascade #(
      .PES        (PES),
      .LANES      (LANES),
      .MAX_BEATS  (MAX_BEATS),
      .DEPTH_W    (DEPTH_W),
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY)
  ) u_cascade (
      .clk        (clk),
      .rst        (rst),
      .i_begin    (i_start),
      .i_row_beats(row_beats),
      .i_last_lane(last_lane),
      .i_rdx2     (i_rdx2),
      .i_rdy2     (i_rdy2),
      .i_beta     (i_beta),
      .i_valid    (s2_valid),
      .i_edge     (s2_edge),
      .i_depth    (s2_depth),
      .i_f        (s2_f),
      .i_r        (s2_r),
      .o_valid    (done_valid),
      .o_last_row (done_last_row),
      .o_last_beat(done_last_beat),
      .o_f        (done_f),
      .o_soon     (release_next)
  );

  write_back #(
      .LANES  (LANES),
      .ADDR_W (ADDR_W),
      .COLS_W (COLS_W),
      .NITER_W(NITER_W)
  ) u_write_back (
      .clk         (clk),
      .rst         (rst),
      .i_start     (i_start),
      .i_cols      (i_cols),
      .i_last_lane (last_lane),
      .i_passes    (i_passes),
      .i_valid     (done_valid),
      .i_last_row  (done_last_row),
      .i_last_beat (done_last_beat),
      .i_f         (done_f),
      .o_write     (o_write),
      .o_write_addr(o_write_addr),
      .o_write_data(o_write_data),
      .i_read_addr (s1_addr),
      .i_read_data (i_read_f),
      .o_read_data (s1_f),
      .o_finished  (o_finished)
  );

  wire unused = &{1'b0, beats[COLS_W+1:BEATS_W], last_col};

endmodule

`default_nettype wire
