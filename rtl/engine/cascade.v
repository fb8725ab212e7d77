// cascade: PES processing elements in a row, each one sweep ahead of its predecessor.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a frame enters at element 0 and leaves after the element that makes its last sweep, so that a pass of d
//             sweeps takes the delay of d elements and no more.
// Parameters: as processing_element, whose LATENCY is PE_LATENCY; PES elements.
// Latency:    depth * PE_LATENCY from a beat to the one that it pushes out of the last element of its pass. With a beat
//             pushed in every cycle, that is depth * (beats per row + PE_LATENCY) from a beat's entry to its exit.
// The first row of beats carries `head` where the contents of the line buffers are to be forgotten.
// While i_tiles is set, adders of the elements work for tiles (processing_element).
// Frames must leave one after another: a frame that makes fewer sweeps than the one before it must wait for the
// difference.
`default_nettype none

module cascade #(
    parameter PES         = 4,
    parameter LANES       = 1,
    parameter LINE_BEATS  = 10000,
    parameter DEPTH_W     = 3,
    parameter KERNELS     = 7,
    parameter WEIGHTS     = 3,
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter SHARED      = 1,
    parameter PE_LATENCY  = 2 + 3 * ADD_LATENCY + 2 * MUL_LATENCY,
    parameter SLOT_W      = (LINE_BEATS > 1) ? $clog2(LINE_BEATS) : 1,
    parameter LANE_W      = (LANES > 1) ? $clog2(LANES) : 1
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [    LANE_W-1:0] i_last_lane,    // lane of the last column in the last beat of a row
    input  wire [64*WEIGHTS-1:0] i_weights,
    input  wire                  i_issue,
    input  wire [           2:0] i_mark,         // {head, starts, ends}
    input  wire [    SLOT_W-1:0] i_slot,
    input  wire                  i_present,
    input  wire [           3:0] i_edge,         // {first row, last row, first beat, last beat}
    input  wire [   DEPTH_W-1:0] i_depth,
    input  wire [  64*LANES-1:0] i_f,
    input  wire [  64*LANES-1:0] i_r,
    output wire                  o_valid,
    output wire                  o_last_beat,    // of its row
    output wire                  o_end,          // of its pass
    output wire [  64*LANES-1:0] o_f,
    output wire [  64*LANES-1:0] o_r,
    output wire                  o_soon,         // first beat of a pass leaves 2 cycles later
    // Lane 0's adders of each element, shared with tiles
    input  wire                  i_tiles,
    input  wire [   320*PES-1:0] i_operands,
    output wire [    64*PES-1:0] o_point,
    // Points that leave element 0 after their first sweep, whether they go on to another or not
    output wire                  o_first_valid,
    output wire                  o_first_end,    // of its pass
    output wire [           3:0] o_first_edge,
    output wire [  64*LANES-1:0] o_first_f,
    output wire [  64*LANES-1:0] o_first_old     // before that sweep
);

  localparam COUNT_W = $clog2(PE_LATENCY);
  localparam [31:0] LATENCY_32 = PE_LATENCY;

  reg [COUNT_W-1:0] count;
  always @(posedge clk)
    if (rst) count <= {COUNT_W{1'b0}};
    else count <= count + 1'b1;

  // A reset does not empty the delay rings of the elements: what they deliver for PE_LATENCY cycles is ignored.
  reg [COUNT_W-1:0] unsettled;
  reg settled;
  always @(posedge clk) begin
    if (rst) unsettled <= LATENCY_32[COUNT_W-1:0] - 1'b1;
    else if (~settled) unsettled <= unsettled - 1'b1;
    settled <= ~rst & (settled | unsettled == {COUNT_W{1'b0}});
  end

  genvar pe;
  generate
    for (pe = 0; pe < PES; pe = pe + 1) begin : g_pe
      wire in_issue, in_present;
      wire [2:0] in_mark;
      wire [SLOT_W-1:0] in_slot;
      wire [3:0] in_edge;
      wire [DEPTH_W-1:0] in_depth;
      wire [64*LANES-1:0] in_f, in_r;
      wire issue, present, done, soon;
      wire [2:0] mark;
      wire [SLOT_W-1:0] slot;
      wire [3:0] edges;
      wire [DEPTH_W-1:0] depth;
      wire [64*LANES-1:0] f, old, r;
      // A beat that leaves here or after an earlier element; at most one per cycle.
      wire any_done, any_soon;
      wire [2:0] any_tag;  // {ends, last row, last beat}
      wire [64*LANES-1:0] any_f, any_r;

      processing_element #(
          .LANES      (LANES),
          .LINE_BEATS (LINE_BEATS),
          .DEPTH_W    (DEPTH_W),
          .KERNELS    (KERNELS),
          .WEIGHTS    (WEIGHTS),
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .SHARED     (SHARED),
          .LATENCY    (PE_LATENCY),
          .COUNT_W    (COUNT_W)
      ) u_pe (
          .clk          (clk),
          .rst          (rst),
          .i_count      (count),
          .i_settled    (settled),
          .i_last_lane  (i_last_lane),
          .i_weights    (i_weights),
          .i_issue      (in_issue),
          .i_mark       (in_mark),
          .i_slot       (in_slot),
          .i_present    (in_present),
          .i_edge       (in_edge),
          .i_depth      (in_depth),
          .i_f          (in_f),
          .i_r          (in_r),
          .o_issue      (issue),
          .o_mark       (mark),
          .o_slot       (slot),
          .o_present    (present),
          .o_done       (done),
          .o_soon       (soon),
          .o_edge       (edges),
          .o_depth      (depth),
          .o_f          (f),
          .o_old        (old),
          .o_r          (r),
          .i_tiles      (i_tiles),
          .i_operands   (i_operands[320*pe+:320]),
          .o_point      (o_point[64*pe+:64])
      );

      wire [2:0] done_tag = done ? {mark[0], edges[2], edges[0]} : 3'd0;
      wire [64*LANES-1:0] done_f = done ? f : {64 * LANES{1'b0}};
      wire [64*LANES-1:0] done_r = done ? r : {64 * LANES{1'b0}};
      if (pe == 0) begin : g_first
        assign in_issue   = i_issue;
        assign in_mark    = i_mark;
        assign in_slot    = i_slot;
        assign in_present = i_present;
        assign in_edge    = i_edge;
        assign in_depth   = i_depth;
        assign in_f       = i_f;
        assign in_r       = i_r;
        assign any_done   = done;
        assign any_soon   = soon;
        assign any_tag    = done_tag;
        assign any_f      = done_f;
        assign any_r      = done_r;

        assign o_first_valid = done | (issue & present);
        assign o_first_end   = mark[0] | (edges[2] & edges[0]);
        assign o_first_edge  = edges;
        assign o_first_f     = f;
        assign o_first_old   = old;
      end else begin : g_next
        assign in_issue   = g_pe[pe-1].issue;
        assign in_mark    = g_pe[pe-1].mark;
        assign in_slot    = g_pe[pe-1].slot;
        assign in_present = g_pe[pe-1].present;
        assign in_edge    = g_pe[pe-1].edges;
        assign in_depth   = g_pe[pe-1].depth;
        assign in_f       = g_pe[pe-1].f;
        assign in_r       = g_pe[pe-1].r;
        assign any_done   = g_pe[pe-1].any_done | done;
        assign any_soon   = g_pe[pe-1].any_soon | soon;
        assign any_tag    = g_pe[pe-1].any_tag | done_tag;
        assign any_f      = g_pe[pe-1].any_f | done_f;
        assign any_r      = g_pe[pe-1].any_r | done_r;

        wire unused_old = &{1'b0, old};
      end
      if (pe == PES - 1) begin : g_last
        // No frame makes more sweeps than there are elements, so nothing goes on from here.
        wire unused = &{1'b0, issue, present, mark, slot, edges, depth};
      end
    end
  endgenerate

  wire [2:0] out_tag = g_pe[PES-1].any_tag;
  assign o_valid     = g_pe[PES-1].any_done;
  assign o_last_beat = out_tag[0];
  assign o_end       = out_tag[2] | (out_tag[1] & out_tag[0]);
  assign o_f         = g_pe[PES-1].any_f;
  assign o_r         = g_pe[PES-1].any_r;

  // An element announces a frame PE_LATENCY-1 cycles ahead; delay that to 2 cycles ahead.
  reg [PE_LATENCY-4:0] soon_line;
  always @(posedge clk)
    if (rst) soon_line <= {(PE_LATENCY - 3) {1'b0}};
    else soon_line <= {soon_line[PE_LATENCY-5:0], g_pe[PES-1].any_soon};
  assign o_soon = soon_line[PE_LATENCY-4];

endmodule

`default_nettype wire
