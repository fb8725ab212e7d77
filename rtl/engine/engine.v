// engine: niter sweeps in place over blocks in local memory, one command after another.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    joins command slots, sequencer, memory port, cascade and write-back.
// Parameters: PES, LANES, KERNELS, WEIGHTS, ADD_LATENCY, MUL_LATENCY, DIV_LATENCY, SHARED, PE_LATENCY (Lp below) as
//             cascade; ADDR_W bits of word addresses and of numbers of rows, MAX_COLS columns, LINE_BEATS slots per
//             line buffer (>= ceil(MAX_COLS/LANES)), NITER_W and DEPTH_W bits of the plan. Without bit 2 of KERNELS no
//             change is measured, and o_change is 0.
// Commands:   offered with i_command until o_take; rows x cols from word 0 of their buffers. The job
//             (i_cols .. i_weights) is held from the first offer until o_busy falls. Commands in
//             flight must have different buffers, in each bank. Read data comes in the next cycle.
//             Classic (neither above nor below): the block is a field of its own.
//             Skewed: blocks of one field, from top to bottom: the first has below, the last above, the others both.
//             Between two blocks the engine may be idle for however long, but takes no other command and no other job.
//             rows of the first > niter; passes*beats <= LINE_BEATS. Afterwards the first rows-niter slot rows of the
//             first block, all of one in the middle and the first rows+niter of the last are finished rows of the
//             field, in order; r of a skewed block moves along with f.
// Latency:    beats = ceil(cols/LANES). Pass p makes d sweeps (passes before it D) and issues N beats,
//             the first of them in cycle s(p); its results follow after `lag` cycles:
//               classic: N = rows*beats,         lag = d*(beats + Lp)
//               first:   N = (rows - D)*beats,   lag = d*(beats + Lp)
//               middle:  N = rows*beats,         lag = d*Lp
//               last:    N = (rows + D + d)*beats, of which d*beats absent; lag = d*Lp
//             s(p+1) = s(p) + max(N, lag + 1); cycles beyond N are o_stall.
//             With e = s(passes-1) + N - 1, the cycle of the last beat, o_finished is in cycle
//               classic: e + 3 + d*(beats + Lp);   skewed: e + 3 + d*Lp.
//             s(0) is the cycle after o_take. A command offered from cycle o on, after one whose last beat is issued in
//             e and that has not finished before o, follows it if both are classic or it is its next block, and is
//             taken in max(o, e + g, x): x is the cycle in which the command before that one finishes; g = 0 where all
//             passes have the same depth, otherwise beats + Lp (classic) or Lp (skewed). The cycles from max(o, e) + 1
//             to the one of o_take are o_stall. Any other command is taken when nothing is in flight: in o, or in the
//             cycle after o_finished.
//             o_busy lasts from the cycle after o_take to the last o_finished. o_fill: nothing is read
//             and it is not o_stall.
// Tiles:      while i_tiles is set, offers are for the tile engine and not taken, no command is in flight, and lane 0's
//             adders work for tiles (cascade).
`default_nettype none

module engine #(
    parameter PES         = 4,
    parameter LANES       = 1,
    parameter MAX_COLS    = 10000,
    parameter LINE_BEATS  = (MAX_COLS + LANES - 1) / LANES,
    parameter ADDR_W      = 20,
    parameter NITER_W     = 32,
    parameter DEPTH_W     = 3,
    parameter KERNELS     = 7,
    parameter WEIGHTS     = 3,
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter SHARED      = 1,
    parameter PE_LATENCY  = 2 + 3 * ADD_LATENCY + 2 * MUL_LATENCY,
    parameter COLS_W      = $clog2(MAX_COLS + 1)
) (
    input  wire                  clk,
    input  wire                  rst,
    // Job
    input  wire [    COLS_W-1:0] i_cols,
    input  wire [   NITER_W-1:0] i_passes,
    input  wire [   NITER_W-1:0] i_shallow,
    input  wire [   DEPTH_W-1:0] i_depth,
    input  wire [64*WEIGHTS-1:0] i_weights,
    // Command
    input  wire                  i_command,
    input  wire [    ADDR_W-1:0] i_rows,
    input  wire [           1:0] i_f_buffer,
    input  wire                  i_r_buffer,
    input  wire                  i_above,
    input  wire                  i_below,
    output wire                  o_take,
    output wire                  o_busy,
    output wire                  o_stall,           // a pass or an offered command waits for the one before
    output wire                  o_fill,            // busy, nothing read: the cascade fills or drains
    output wire                  o_finished,        // one pulse per command
    // The change of the first sweeps (change_norm): all of the commands finished, maybe points of those in flight
    input  wire                  i_clear_change,
    output wire [          63:0] o_change,
    output wire                  o_settling,
    // Memory
    output wire                  o_read,
    output wire [    ADDR_W-1:0] o_read_addr,
    output wire [           1:0] o_read_f_buffer,
    output wire                  o_read_r_buffer,
    input  wire [  64*LANES-1:0] i_read_f,
    input  wire [  64*LANES-1:0] i_read_r,
    output wire [     LANES-1:0] o_write,
    output wire [    ADDR_W-1:0] o_write_addr,
    output wire [           1:0] o_write_f_buffer,
    output wire [  64*LANES-1:0] o_write_f,
    output wire                  o_write_r,         // r is written too, with the same lanes and address
    output wire                  o_write_r_buffer,
    output wire [  64*LANES-1:0] o_write_r_data,
    // Lane 0's adders of each element, shared with tiles
    input  wire                  i_tiles,
    input  wire [   320*PES-1:0] i_operands,
    output wire [    64*PES-1:0] o_point
);

  localparam BEATS_W = $clog2(LINE_BEATS + 1);
  localparam SLOT_W = (LINE_BEATS > 1) ? $clog2(LINE_BEATS) : 1;
  localparam LANE_W = (LANES > 1) ? $clog2(LANES) : 1;
  localparam LANE_SHIFT = $clog2(LANES);
  localparam [31:0] ROUND_UP = LANES - 1;

  // Beats of a row, and the lane its last column falls on; steady long before the first use.
  // Two bits more than a column number: LANES may be more than MAX_COLS.
  wire [COLS_W+1:0] rounded_cols = {2'b00, i_cols} + ROUND_UP[COLS_W+1:0];
  wire [COLS_W+1:0] beats = rounded_cols >> LANE_SHIFT;
  wire [COLS_W+BEATS_W+1:0] wide_beats = {{BEATS_W{1'b0}}, beats};
  wire [BEATS_W-1:0] row_beats = wide_beats[BEATS_W-1:0];
  wire [COLS_W+1:0] last_col = {2'b00, i_cols} - 1'b1;
  wire [LANE_W-1:0] last_lane = (LANES > 1) ? last_col[LANE_W-1:0] : {LANE_W{1'b0}};

  // Commands
  wire fresh, in_order, held, last, issued;
  wire above, below;
  wire skewed = above | below;
  wire [1:0] leaving_f_buffer;
  wire leaving_r_buffer, leaving_skewed;
  command_slots u_slots (
      .clk               (clk),
      .rst               (rst),
      .i_command         (i_command),
      .i_tiles           (i_tiles),
      .i_f_buffer        (i_f_buffer),
      .i_r_buffer        (i_r_buffer),
      .i_above           (i_above),
      .i_below           (i_below),
      .o_take            (o_take),
      .o_fresh           (fresh),
      .i_issued          (last | issued),
      .i_in_order        (in_order),
      .i_finished        (o_finished),
      .o_busy            (o_busy),
      .o_held            (held),
      .o_f_buffer        (o_read_f_buffer),
      .o_r_buffer        (o_read_r_buffer),
      .o_above           (above),
      .o_below           (below),
      .o_leaving_f_buffer(leaving_f_buffer),
      .o_leaving_r_buffer(leaving_r_buffer),
      .o_leaving_skewed  (leaving_skewed)
  );

  // Passes
  reg uneven;
  always @(posedge clk) uneven <= i_shallow != i_passes;
  wire pass_begins, release_next, next_pass, waiting;
  pass_gate #(
      .BEATS_W   (BEATS_W),
      .PE_LATENCY(PE_LATENCY)
  ) u_gate (
      .clk           (clk),
      .rst           (rst),
      .i_begin       (pass_begins),
      .i_release     (release_next),
      .i_last        (last),
      .i_uneven      (uneven),
      .i_skewed      (skewed),
      .i_row_beats   (row_beats),
      .o_next_pass   (next_pass),
      .o_next_command(in_order)
  );
  wire issue;
  wire [2:0] issue_mark;
  wire [SLOT_W-1:0] issue_slot;
  wire [3:0] issue_edge;
  wire [DEPTH_W-1:0] issue_depth;
  pass_sequencer #(
      .LANES     (LANES),
      .ADDR_W    (ADDR_W),
      .COLS_W    (COLS_W),
      .LINE_BEATS(LINE_BEATS),
      .NITER_W   (NITER_W),
      .DEPTH_W   (DEPTH_W)
  ) u_sequencer (
      .clk        (clk),
      .rst        (rst),
      .i_busy     (o_busy),
      .i_cols     (i_cols),
      .i_row_beats(row_beats),
      .i_passes   (i_passes),
      .i_shallow  (i_shallow),
      .i_depth    (i_depth),
      .i_start    (o_take),
      .i_head     (fresh & ~i_above),
      .i_follow   (~fresh & ~i_above),
      .i_rows     (i_rows),
      .i_above    (above),
      .i_below    (below),
      .i_next_pass(next_pass),
      .o_begin    (pass_begins),
      .o_last     (last),
      .o_issued   (issued),
      .o_stall    (waiting),
      .o_issue    (issue),
      .o_mark     (issue_mark),
      .o_slot     (issue_slot),
      .o_present  (o_read),
      .o_addr     (o_read_addr),
      .o_edge     (issue_edge),
      .o_depth    (issue_depth)
  );
  assign o_stall = waiting | held;
  assign o_fill  = o_busy & ~o_read & ~o_stall;

  // s1: memory delivers; s2: at the cascade.
  reg s1_issue, s2_issue, s1_present, s2_present;
  reg [2:0] s1_mark, s2_mark;
  reg [SLOT_W-1:0] s1_slot, s2_slot;
  reg [3:0] s1_edge, s2_edge;
  reg [DEPTH_W-1:0] s1_depth, s2_depth;
  reg [1:0] s1_f_buffer;
  reg [ADDR_W-1:0] s1_addr;
  reg [64*LANES-1:0] s2_f, s2_r;
  wire [64*LANES-1:0] s1_f, s1_r;
  always @(posedge clk) begin
    s1_issue    <= issue & ~rst;
    s1_present  <= o_read;
    s1_mark     <= issue_mark;
    s1_slot     <= issue_slot;
    s1_edge     <= issue_edge;
    s1_depth    <= issue_depth;
    s1_addr     <= o_read_addr;
    s1_f_buffer <= o_read_f_buffer;
    s2_issue    <= s1_issue & ~rst;
    s2_present  <= s1_present;
    s2_mark     <= s1_mark;
    s2_slot     <= s1_slot;
    s2_edge     <= s1_edge;
    s2_depth    <= s1_depth;
    s2_f        <= s1_f;
    s2_r        <= s1_r;
  end

  wire done_valid, done_last_beat, done_end;
  wire [64*LANES-1:0] done_f, done_r;
  wire first_valid, first_end;
  wire [3:0] first_edge;
  wire [64*LANES-1:0] first_f, first_old;
  cascade #(
      .PES        (PES),
      .LANES      (LANES),
      .LINE_BEATS (LINE_BEATS),
      .DEPTH_W    (DEPTH_W),
      .KERNELS    (KERNELS),
      .WEIGHTS    (WEIGHTS),
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY),
      .DIV_LATENCY(DIV_LATENCY),
      .SHARED     (SHARED),
      .PE_LATENCY (PE_LATENCY)
  ) u_cascade (
      .clk          (clk),
      .rst          (rst),
      .i_last_lane  (last_lane),
      .i_weights    (i_weights),
      .i_issue      (s2_issue),
      .i_mark       (s2_mark),
      .i_slot       (s2_slot),
      .i_present    (s2_present),
      .i_edge       (s2_edge),
      .i_depth      (s2_depth),
      .i_f          (s2_f),
      .i_r          (s2_r),
      .o_valid      (done_valid),
      .o_last_beat  (done_last_beat),
      .o_end        (done_end),
      .o_f          (done_f),
      .o_r          (done_r),
      .o_soon       (release_next),
      .i_tiles      (i_tiles),
      .i_operands   (i_operands),
      .o_point      (o_point),
      .o_first_valid(first_valid),
      .o_first_end  (first_end),
      .o_first_edge (first_edge),
      .o_first_f    (first_f),
      .o_first_old  (first_old)
  );

  write_back #(
      .LANES  (LANES),
      .ADDR_W (ADDR_W),
      .COLS_W (COLS_W),
      .NITER_W(NITER_W)
  ) u_write_back (
      .clk             (clk),
      .rst             (rst),
      .i_cols          (i_cols),
      .i_last_lane     (last_lane),
      .i_passes        (i_passes),
      .i_valid         (done_valid),
      .i_last_beat     (done_last_beat),
      .i_end           (done_end),
      .i_f             (done_f),
      .i_r             (done_r),
      .i_f_buffer      (leaving_f_buffer),
      .i_r_buffer      (leaving_r_buffer),
      .i_skewed        (leaving_skewed),
      .o_write         (o_write),
      .o_write_addr    (o_write_addr),
      .o_write_f_buffer(o_write_f_buffer),
      .o_write_f       (o_write_f),
      .o_write_r       (o_write_r),
      .o_write_r_buffer(o_write_r_buffer),
      .o_write_r_data  (o_write_r_data),
      .i_read_addr     (s1_addr),
      .i_read_f_buffer (s1_f_buffer),
      .i_read_f        (i_read_f),
      .i_read_r        (i_read_r),
      .o_read_f        (s1_f),
      .o_read_r        (s1_r),
      .o_finished      (o_finished)
  );

  generate
    if ((KERNELS & 4) != 0) begin : g_change
      change_norm #(
          .LANES      (LANES),
          .NITER_W    (NITER_W),
          .ADD_LATENCY(ADD_LATENCY)
      ) u_change (
          .clk        (clk),
          .rst        (rst),
          .i_clear    (i_clear_change),
          .i_last_lane(last_lane),
          .i_passes   (i_passes),
          .i_valid    (first_valid),
          .i_end      (first_end),
          .i_edge     (first_edge),
          .i_f        (first_f),
          .i_old      (first_old),
          .i_finished (o_finished),
          .o_change   (o_change),
          .o_settling (o_settling)
      );
    end else begin : g_no_change
      assign o_change   = 64'd0;
      assign o_settling = 1'b0;
      wire unused = &{1'b0, i_clear_change, first_valid, first_end, first_edge, first_f, first_old};
    end
  endgenerate

  wire unused = &{1'b0, wide_beats[COLS_W+BEATS_W+1:BEATS_W], last_col};

endmodule

`default_nettype wire
