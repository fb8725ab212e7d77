// processing_element: one Jacobi sweep over a stream of beats, LANES points a cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    new f = ((north+south)*rdx2 + (west+east)*rdy2 - r)*beta inside the block, old f on
//             its border (seed 000, in its order of operations).
// Parameters: LANES points a beat, MAX_BEATS beats in the longest row, DEPTH_W bits of i_depth,
//             ADD_LATENCY, MUL_LATENCY of the operators.
// Latency:    row length in beats + LATENCY. A beat is its row's last when the beat below arrives.
// Stream:     a frame is rows of beats without a gap; frames follow one another with any gap.
//             Nothing stalls: the delay is time alone, so a frame drains by itself.
//             i_edge = {first row, last row, first beat of the row, last beat of the row}.
//             i_depth counts the sweeps a frame still needs, this one included; the frame leaves
//             through o_done where that is 1, and goes on through o_valid where it is more.
// o_soon announces the first beat of a frame at o_done LATENCY-1 cycles ahead.
`default_nettype none

module processing_element #(
    parameter LANES       = 1,
    parameter MAX_BEATS   = 10000,
    parameter DEPTH_W     = 3,
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter COUNT_W     = 6,
    parameter SLOT_W      = (MAX_BEATS > 1) ? $clog2(MAX_BEATS) : 1,
    parameter LANE_W      = (LANES > 1) ? $clog2(LANES) : 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [ COUNT_W-1:0] i_count,      // free-running, for the delay rings
    input  wire [  SLOT_W-1:0] i_slot,       // position in the line buffers
    input  wire [  SLOT_W-1:0] i_slot_1,     // the same, one cycle later
    input  wire                i_primed,     // line buffers hold this command's beats only
    input  wire [  LANE_W-1:0] i_last_lane,  // lane of the last column in the last beat of a row
    input  wire [        63:0] i_rdx2,
    input  wire [        63:0] i_rdy2,
    input  wire [        63:0] i_beta,
    input  wire                i_valid,
    input  wire [         3:0] i_edge,
    input  wire [ DEPTH_W-1:0] i_depth,
    input  wire [64*LANES-1:0] i_f,
    input  wire [64*LANES-1:0] i_r,
    output wire                o_valid,
    output wire                o_done,
    output wire                o_soon,
    output wire [         3:0] o_edge,
    output wire [ DEPTH_W-1:0] o_depth,
    output wire [64*LANES-1:0] o_f,
    output wire [64*LANES-1:0] o_r
);

  localparam OPERATORS = 3 * ADD_LATENCY + 2 * MUL_LATENCY;
  localparam LATENCY = 2 + OPERATORS;
  localparam TAG_W = 4 + DEPTH_W;

  // s1: the beat one row back, with its tags.
  wire             s1_stored_valid;
  wire [TAG_W-1:0] s1_tag;
  line_buffer #(
      .WIDTH(1 + TAG_W),
      .MAX_BEATS(MAX_BEATS)
  ) u_tag_row (
      .clk   (clk),
      .i_slot(i_slot),
      .i_data({i_valid, i_edge, i_depth}),
      .o_data({s1_stored_valid, s1_tag})
  );
  wire s1_valid = s1_stored_valid & i_primed;
  wire s1_final = s1_tag[DEPTH_W-1:0] == {{(DEPTH_W - 1) {1'b0}}, 1'b1};
  // First row and first beat: the frame begins here.
  assign o_soon = s1_valid & s1_final & s1_tag[TAG_W-1] & s1_tag[TAG_W-3];

  // Valid bits reset; their tags and data need not.
  reg [LATENCY-2:0] valid_line;
  always @(posedge clk)
    if (rst) valid_line <= {(LATENCY - 1) {1'b0}};
    else valid_line <= {valid_line[LATENCY-3:0], s1_valid};

  wire [TAG_W-1:0] out_tag;
  delay_ring #(
      .WIDTH  (TAG_W),
      .DELAY  (LATENCY - 1),
      .COUNT_W(COUNT_W)
  ) u_tag_ring (
      .clk    (clk),
      .i_count(i_count),
      .i_data (s1_tag),
      .o_data (out_tag)
  );
  wire [DEPTH_W-1:0] out_depth = out_tag[DEPTH_W-1:0];
  wire               out_final = out_depth == {{(DEPTH_W - 1) {1'b0}}, 1'b1};
  wire               out_valid = valid_line[LATENCY-2];
  assign o_valid = out_valid & ~out_final;
  assign o_done  = out_valid & out_final;
  assign o_edge  = out_tag[TAG_W-1:DEPTH_W];
  assign o_depth = out_depth - 1'b1;

  wire out_first_row = o_edge[3];
  wire out_last_row = o_edge[2];
  wire out_first_beat = o_edge[1];
  wire out_last_beat = o_edge[0];

  // West of lane 0 is the last lane of the beat before, east of the last lane is lane 0 of the
  // beat after; at the ends of a row both belong to another row and the border hides them.
  wire [64*LANES-1:0] s1_centre;
  reg  [64*LANES-1:0] s2_centre;
  reg  [        63:0] s3_before;
  always @(posedge clk) begin
    s2_centre <= s1_centre;
    s3_before <= s2_centre[64*LANES-1-:64];
  end

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      localparam [LANE_W-1:0] LANE = lane;

      wire [63:0] f_in = i_f[64*lane+:64];
      wire [63:0] s1_r, s2_north;
      reg [63:0] s1_south, s2_south, s2_r;

      line_buffer #(
          .WIDTH(64),
          .MAX_BEATS(MAX_BEATS)
      ) u_centre_row (
          .clk   (clk),
          .i_slot(i_slot),
          .i_data(f_in),
          .o_data(s1_centre[64*lane+:64])
      );
      line_buffer #(
          .WIDTH(64),
          .MAX_BEATS(MAX_BEATS)
      ) u_north_row (
          .clk   (clk),
          .i_slot(i_slot_1),
          .i_data(s1_centre[64*lane+:64]),
          .o_data(s2_north)
      );
      line_buffer #(
          .WIDTH(64),
          .MAX_BEATS(MAX_BEATS)
      ) u_r_row (
          .clk   (clk),
          .i_slot(i_slot),
          .i_data(i_r[64*lane+:64]),
          .o_data(s1_r)
      );
      always @(posedge clk) begin
        s1_south <= f_in;
        s2_south <= s1_south;
        s2_r     <= s1_r;
      end

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

      wire [63:0] computed, old, late_r;
      point_operator #(
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .COUNT_W    (COUNT_W)
      ) u_operator (
          .clk    (clk),
          .i_count(i_count),
          .i_rdx2 (i_rdx2),
          .i_rdy2 (i_rdy2),
          .i_beta (i_beta),
          .i_north(s2_north),
          .i_south(s2_south),
          .i_west (west),
          .i_east (east),
          .i_r    (s2_r),
          .o_f    (computed),
          .o_r    (late_r)
      );
      delay_ring #(
          .WIDTH  (64),
          .DELAY  (OPERATORS),
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
      assign o_r[64*lane+:64] = late_r;
    end
  endgenerate

endmodule

`default_nettype wire
