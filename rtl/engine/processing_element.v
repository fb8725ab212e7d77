// processing_element: one sweep over a stream of beats, LANES points per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    inside the field a point becomes what sweep_operator computes from its neighbours; on the border it keeps
//             its value.
// Parameters: LANES points per beat, LINE_BEATS slots of the line buffers, DEPTH_W bits of i_depth,
//             LATENCY, 2 more than sweep_operator's; its KERNELS, WEIGHTS, ADD_LATENCY, MUL_LATENCY, DIV_LATENCY;
//             SHARED 1 where lane 0's adders also work for tiles.
// Latency:    LATENCY from a beat to the one that it pushes out: the beat of the row before it in the same slot, whose
//             south neighbours have just come.
// Stream:     a beat is pushed with i_issue; without it the line buffers stay as they are, for however long. The beats
//             of a row come without a gap. An absent beat (i_present = 0) pushes and is kept like any other.
//             i_edge = {first row, last row, first beat of the row, last beat of the row} and
//             i_depth, the sweeps still needed, this one included, stay with the data.
//             i_mark = {head, starts, ends} and i_slot go on with the beat that is pushed out; head: that beat counts
//             as absent.
//             A beat leaves through o_done where its depth is 1, and goes on to the next element where it is more.
// Tiles:      while i_tiles is set, no beat is processed, and lane 0's adders compute o_point from i_operands
//             (sweep_operator).
// o_soon announces the first beat of a frame at o_done LATENCY-1 cycles ahead.
`default_nettype none

module processing_element #(
    parameter LANES       = 1,
    parameter LINE_BEATS  = 10000,
    parameter DEPTH_W     = 3,
    parameter KERNELS     = 7,
    parameter WEIGHTS     = 3,
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter SHARED      = 1,
    parameter LATENCY     = 2 + 3 * ADD_LATENCY + 2 * MUL_LATENCY,
    parameter COUNT_W     = 6,
    parameter SLOT_W      = (LINE_BEATS > 1) ? $clog2(LINE_BEATS) : 1,
    parameter LANE_W      = (LANES > 1) ? $clog2(LANES) : 1
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [   COUNT_W-1:0] i_count,      // free-running, for the delay rings
    input  wire                  i_settled,    // the rings carry nothing from before the last reset
    input  wire [    LANE_W-1:0] i_last_lane,  // lane of the last column in the last beat of a row
    input  wire [64*WEIGHTS-1:0] i_weights,
    input  wire                  i_issue,
    input  wire [           2:0] i_mark,       // {head, starts, ends}
    input  wire [    SLOT_W-1:0] i_slot,       // position in the line buffers
    input  wire                  i_present,
    input  wire [           3:0] i_edge,
    input  wire [   DEPTH_W-1:0] i_depth,
    input  wire [  64*LANES-1:0] i_f,
    input  wire [  64*LANES-1:0] i_r,
    output wire                  o_issue,
    output wire [           2:0] o_mark,
    output wire [    SLOT_W-1:0] o_slot,
    output wire                  o_present,
    output wire                  o_done,
    output wire                  o_soon,
    output wire [           3:0] o_edge,
    output wire [   DEPTH_W-1:0] o_depth,
    output wire [  64*LANES-1:0] o_f,
    output wire [  64*LANES-1:0] o_old,        // f before this sweep
    output wire [  64*LANES-1:0] o_r,
    // Lane 0's adders, shared with tiles
    input  wire                  i_tiles,
    input  wire [         319:0] i_operands,
    output wire [          63:0] o_point
);

  localparam OPERATOR_LATENCY = LATENCY - 2;
  localparam TAG_W = 4 + DEPTH_W;
  localparam [DEPTH_W-1:0] ONE = 1;

  // s1: the beat that is pushed out, with its tags.
  reg              s1_issue;
  reg [       2:0] s1_mark;
  reg [SLOT_W-1:0] s1_slot;
  always @(posedge clk) begin
    s1_issue <= i_issue & ~rst;
    s1_mark  <= i_mark;
    s1_slot  <= i_slot;
  end

  wire             s1_stored;
  wire [TAG_W-1:0] s1_tag;
  line_buffer #(
      .WIDTH(1 + TAG_W),
      .LINE_BEATS(LINE_BEATS)
  ) u_tag_row (
      .clk    (clk),
      .i_write(i_issue),
      .i_slot (i_slot),
      .i_data ({i_present, i_edge, i_depth}),
      .o_data ({s1_stored, s1_tag})
  );
  wire s1_present = s1_stored & ~s1_mark[2];
  // First row and first beat, or the first beat of a block that continues another.
  wire s1_first = {s1_tag[TAG_W-1], s1_tag[TAG_W-3]} == 2'b11 | s1_mark[1];
  assign o_soon = s1_issue & s1_present & s1_first & s1_tag[DEPTH_W-1:0] == ONE;

  wire out_issue, out_present;
  wire [DEPTH_W-1:0] out_depth;
  delay_ring #(
      .WIDTH  (2 + TAG_W + 3 + SLOT_W),
      .DELAY  (LATENCY - 1),
      .COUNT_W(COUNT_W)
  ) u_tag_ring (
      .clk    (clk),
      .i_count(i_count),
      .i_data ({s1_issue, s1_present, s1_tag, s1_mark, s1_slot}),
      .o_data ({out_issue, out_present, o_edge, out_depth, o_mark, o_slot})
  );
  wire out_final = out_depth == ONE;
  assign o_issue   = out_issue & i_settled;
  assign o_present = out_present & ~out_final;
  assign o_done    = o_issue & out_present & out_final;
  assign o_depth   = out_depth - 1'b1;

  wire out_first_row = o_edge[3];
  wire out_last_row = o_edge[2];
  wire out_first_beat = o_edge[1];
  wire out_last_beat = o_edge[0];

  // West of lane 0 is the last lane of the beat before, east of the last lane is lane 0 of the beat after; at the ends
  // of a row these belong to another row, and the border, which keeps its values, hides them.
  wire [64*LANES-1:0] s1_centre;
  reg  [64*LANES-1:0] s2_centre;
  reg  [        63:0] s3_before;
  always @(posedge clk) begin
    s2_centre <= s1_centre;
    s3_before <= s2_centre[64*LANES-1-:64];
  end

  // Corners come a cycle later than the other neighbours.
  wire [64*LANES-1:0] s2_norths, s2_souths;
  wire [256*LANES-1:0] s3_corners;
  generate
    if ((KERNELS & 16) != 0) begin : g_corners
      window_corners #(
          .LANES(LANES)
      ) u_corners (
          .clk      (clk),
          .i_north  (s2_norths),
          .i_south  (s2_souths),
          .o_corners(s3_corners)
      );
    end else begin : g_no_corners
      assign s3_corners = {256 * LANES{1'b0}};
      wire unused = &{1'b0, s2_norths, s2_souths};
    end
  endgenerate

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      localparam [LANE_W-1:0] LANE = lane;

      wire [63:0] f_in = i_f[64*lane+:64];
      wire [63:0] s1_r, s2_north;
      reg [63:0] s1_south, s2_south, s2_r;

      line_buffer #(
          .WIDTH(64),
          .LINE_BEATS(LINE_BEATS)
      ) u_centre_row (
          .clk    (clk),
          .i_write(i_issue),
          .i_slot (i_slot),
          .i_data (f_in),
          .o_data (s1_centre[64*lane+:64])
      );
      line_buffer #(
          .WIDTH(64),
          .LINE_BEATS(LINE_BEATS)
      ) u_north_row (
          .clk    (clk),
          .i_write(s1_issue),
          .i_slot (s1_slot),
          .i_data (s1_centre[64*lane+:64]),
          .o_data (s2_north)
      );
      line_buffer #(
          .WIDTH(64),
          .LINE_BEATS(LINE_BEATS)
      ) u_r_row (
          .clk    (clk),
          .i_write(i_issue),
          .i_slot (i_slot),
          .i_data (i_r[64*lane+:64]),
          .o_data (s1_r)
      );
      always @(posedge clk) begin
        s1_south <= f_in;
        s2_south <= s1_south;
        s2_r     <= s1_r;
      end
      assign s2_norths[64*lane+:64] = s2_north;
      assign s2_souths[64*lane+:64] = s2_south;

      wire [63:0] west, east;
      if (lane == 0) begin : g_west_edge
        assign west = s3_before;
      end else begin : g_west
        assign west = s2_centre[64*(lane-1)+:64];
      end
      if (lane == LANES - 1) begin : g_east_edge
        assign east = s1_centre[63:0];
      end else begin : g_east
        assign east = s2_centre[64*(lane+1)+:64];
      end

      wire [63:0] computed, old, late_r, lane_point;
      sweep_operator #(
          .KERNELS    (KERNELS),
          .WEIGHTS    (WEIGHTS),
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .SHARED     (lane == 0 ? SHARED : 0),
          .LATENCY    (OPERATOR_LATENCY),
          .COUNT_W    (COUNT_W)
      ) u_operator (
          .clk       (clk),
          .i_count   (i_count),
          .i_weights (i_weights),
          .i_north   (s2_north),
          .i_south   (s2_south),
          .i_centre  (s2_centre[64*lane+:64]),
          .i_west    (west),
          .i_east    (east),
          .i_corners (s3_corners[256*lane+:256]),
          .i_r       (s2_r),
          .o_f       (computed),
          .o_r       (late_r),
          .i_tiles   (i_tiles),
          .i_operands(i_operands),
          .o_point   (lane_point)
      );
      if (lane == 0) begin : g_shared
        assign o_point = lane_point;
      end else begin : g_sweeps
        wire unused = &{1'b0, lane_point};
      end
      delay_ring #(
          .WIDTH  (64),
          .DELAY  (OPERATOR_LATENCY),
          .COUNT_W(COUNT_W)
      ) u_old_ring (
          .clk    (clk),
          .i_count(i_count),
          .i_data (s2_centre[64*lane+:64]),
          .o_data (old)
      );

      wire on_border = out_first_row | out_last_row | (out_first_beat & (LANE == {LANE_W{1'b0}}))
                     | (out_last_beat & (LANE == i_last_lane));
      assign o_f[64*lane+:64] = on_border ? old : computed;
      assign o_old[64*lane+:64] = old;
      assign o_r[64*lane+:64] = late_r;
    end
  endgenerate

endmodule

`default_nettype wire
