// cascade: PES processing elements in a row, each one sweep ahead of the one before.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a frame enters at element 0 and leaves behind the element where its depth is used
//             up, so that a pass of d sweeps takes d elements' delay and no more.
// Parameters: as processing_element; PES elements.
// Latency:    depth * (beats a row + Lp), Lp = 2 + 3*ADD_LATENCY + 2*MUL_LATENCY.
// i_begin starts a command: the row length may change, the line buffers are forgotten. The cascade
// must be empty then, and the first beat must come at least 2 cycles later.
// Frames must leave one after another: a frame may not be less deep than one still inside.
`default_nettype none

module cascade #(
    parameter PES         = 4,
    parameter LANES       = 1,
    parameter MAX_BEATS   = 10000,
    parameter DEPTH_W     = 3,
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter BEATS_W     = $clog2(MAX_BEATS + 1),
    parameter LANE_W      = (LANES > 1) ? $clog2(LANES) : 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                i_begin,
    input  wire [ BEATS_W-1:0] i_row_beats,  // beats in a row of this command, read at i_begin
    input  wire [  LANE_W-1:0] i_last_lane,
    input  wire [        63:0] i_rdx2,
    input  wire [        63:0] i_rdy2,
    input  wire [        63:0] i_beta,
    input  wire                i_valid,
    input  wire [         3:0] i_edge,
    input  wire [ DEPTH_W-1:0] i_depth,
    input  wire [64*LANES-1:0] i_f,
    input  wire [64*LANES-1:0] i_r,
    output wire                o_valid,
    output wire                o_last_row,
    output wire                o_last_beat,  // of its row
    output wire [64*LANES-1:0] o_f,
    output wire                o_soon        // first beat of a frame leaves 2 cycles later
);

  localparam LATENCY = 2 + 3 * ADD_LATENCY + 2 * MUL_LATENCY;
  localparam COUNT_W = $clog2(LATENCY);
  localparam SLOT_W = (MAX_BEATS > 1) ? $clog2(MAX_BEATS) : 1;

  reg [COUNT_W-1:0] count;
  always @(posedge clk)
    if (rst) count <= {COUNT_W{1'b0}};
    else count <= count + 1'b1;

  // Position in the line buffers, and the wait until all they hold is of this command. The row length is that
  // of i_begin: the host may write the next one while the counter runs, and slots that this command has not
  // written hold anything. A reset does not empty the line buffers either, hence begun.
  reg [BEATS_W-1:0] row_beats;
  reg [BEATS_W-1:0] slot;
  reg [SLOT_W-1:0] slot_1;
  reg [BEATS_W-1:0] unprimed;
  reg begun;
  reg primed;
  wire last_slot = slot + 1'b1 == row_beats;
  always @(posedge clk) begin
    slot_1 <= slot[SLOT_W-1:0];
    if (i_begin) row_beats <= i_row_beats;
    if (rst | i_begin | last_slot) slot <= {BEATS_W{1'b0}};
    else slot <= slot + 1'b1;
    if (i_begin) unprimed <= i_row_beats;
    else if (unprimed != {BEATS_W{1'b0}}) unprimed <= unprimed - 1'b1;
    if (rst) begun <= 1'b0;
    else if (i_begin) begun <= 1'b1;
    primed <= begun & unprimed == {BEATS_W{1'b0}} & ~i_begin & ~rst;
  end

  genvar pe;
  generate
    for (pe = 0; pe < PES; pe = pe + 1) begin : g_pe
      wire in_valid;
      wire [3:0] in_edge;
      wire [DEPTH_W-1:0] in_depth;
      wire [64*LANES-1:0] in_f, in_r;
      wire valid, done, soon;
      wire [3:0] edges;
      wire [DEPTH_W-1:0] depth;
      wire [64*LANES-1:0] f, r;
      // What has left here or behind an earlier element; at most one does in a cycle.
      wire any_done, any_soon;
      wire any_last_row, any_last_beat;
      wire [64*LANES-1:0] any_f;

      processing_element #(
          .LANES      (LANES),
          .MAX_BEATS  (MAX_BEATS),
          .DEPTH_W    (DEPTH_W),
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .COUNT_W    (COUNT_W)
      ) u_pe (
          .clk        (clk),
          .rst        (rst),
          .i_count    (count),
          .i_slot     (slot[SLOT_W-1:0]),
          .i_slot_1   (slot_1),
          .i_primed   (primed),
          .i_last_lane(i_last_lane),
          .i_rdx2     (i_rdx2),
          .i_rdy2     (i_rdy2),
          .i_beta     (i_beta),
          .i_valid    (in_valid),
          .i_edge     (in_edge),
          .i_depth    (in_depth),
          .i_f        (in_f),
          .i_r        (in_r),
          .o_valid    (valid),
          .o_done     (done),
          .o_soon     (soon),
          .o_edge     (edges),
          .o_depth    (depth),
          .o_f        (f),
          .o_r        (r)
      );

      wire [64*LANES-1:0] done_f = done ? f : {64 * LANES{1'b0}};
      if (pe == 0) begin : g_first
        assign in_valid = i_valid;
        assign in_edge  = i_edge;
        assign in_depth = i_depth;
        assign in_f     = i_f;
        assign in_r     = i_r;
        assign any_done = done;
        assign any_soon = soon;
        assign any_last_row = done & edges[2];
        assign any_last_beat = done & edges[0];
        assign any_f    = done_f;
      end else begin : g_next
        assign in_valid = g_pe[pe-1].valid;
        assign in_edge  = g_pe[pe-1].edges;
        assign in_depth = g_pe[pe-1].depth;
        assign in_f     = g_pe[pe-1].f;
        assign in_r     = g_pe[pe-1].r;
        assign any_done = g_pe[pe-1].any_done | done;
        assign any_soon = g_pe[pe-1].any_soon | soon;
        assign any_last_row = g_pe[pe-1].any_last_row | (done & edges[2]);
        assign any_last_beat = g_pe[pe-1].any_last_beat | (done & edges[0]);
        assign any_f    = g_pe[pe-1].any_f | done_f;
      end
      if (pe == PES - 1) begin : g_last
        // No frame is deeper than the cascade, so nothing goes on from here.
        wire unused = &{1'b0, valid, depth, edges, r};
      end
    end
  endgenerate

  assign o_valid = g_pe[PES-1].any_done;
  assign o_last_row = g_pe[PES-1].any_last_row;
  assign o_last_beat = g_pe[PES-1].any_last_beat;
  assign o_f     = g_pe[PES-1].any_f;

  // An element announces a frame LATENCY-1 cycles ahead; hold that back to 2.
  reg [LATENCY-4:0] soon_line;
  always @(posedge clk)
    if (rst) soon_line <= {(LATENCY - 3) {1'b0}};
    else soon_line <= {soon_line[LATENCY-5:0], g_pe[PES-1].any_soon};
  assign o_soon = soon_line[LATENCY-4];

  generate
    if (SLOT_W < BEATS_W) begin : g_spare
      wire unused = &{1'b0, slot[BEATS_W-1:SLOT_W]};
    end
  endgenerate

endmodule

`default_nettype wire
