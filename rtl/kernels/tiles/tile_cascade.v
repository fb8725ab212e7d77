// tile_cascade: the elements of the tile engine in a row, each one sweep ahead of its predecessor.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a frame enters at element 0 and leaves after the element of its last sweep. With R slots in use, a cell
//             is in element p+1 2*R cycles after it was in element p, so that all elements are in the same slot at the
//             same time. The result of a row is the south neighbour of the row above in the next sweep, so element p
//             has row r of the block in row r+1+p of the frame.
// Parameters: PES elements, MAX_COLS columns, NUM_W bits of rows and of columns, DEPTH_W of sweeps, ADD_LATENCY,
//             DIV_LATENCY of the operators, MAX_SLOTS.
// Latency:    4*ADD_LATENCY + DIV_LATENCY + 2*R*(i_depth - 1) from i_f to o_f.
// The job is held from the first i_run on. i_restart comes with i_run, 2 cycles before the first cell.
`default_nettype none

module tile_cascade #(
    parameter PES         = 4,
    parameter MAX_COLS    = 10000,
    parameter NUM_W       = 21,
    parameter DEPTH_W     = 3,
    parameter ADD_LATENCY = 5,
    parameter DIV_LATENCY = 2,
    parameter MAX_SLOTS   = 32
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               i_run,         // low: nothing changes
    input  wire               i_restart,
    // Job
    input  wire               i_backward,
    input  wire [        7:0] i_slots,
    input  wire [  NUM_W-1:0] i_edge_last,   // rounds from the last slot to the next band, less 1
    // Pass
    input  wire [DEPTH_W-1:0] i_depth,       // number of its sweeps
    input  wire [        7:0] i_slopes,
    input  wire [  NUM_W-1:0] i_row_begin,   // of the first sweep, in rows of the frame
    input  wire [  NUM_W-1:0] i_row_end,
    input  wire [  NUM_W-1:0] i_col_begin,
    input  wire [  NUM_W-1:0] i_col_end,
    // The cell that enters
    input  wire               i_first_slot,
    input  wire               i_last_slot,
    input  wire               i_valid,
    input  wire [  NUM_W-1:0] i_row,
    input  wire [  NUM_W-1:0] i_col,
    input  wire [       63:0] i_f,
    // The cell that leaves
    output wire [       63:0] o_f,
    // Operators, one per element
    output wire [320*PES-1:0] o_operands,    // {east, west, centre, south, north}
    input  wire [ 64*PES-1:0] i_point
);

  localparam LATENCY = 4 * ADD_LATENCY + DIV_LATENCY;
  localparam MIN_SLOTS = 2 * ADD_LATENCY + DIV_LATENCY + 1;
  localparam COUNT_W = $clog2(2 * MAX_SLOTS);
  // A row of MAX_COLS waits longest with the fewest slots; any row waits three rounds or more.
  localparam EDGE_SLOTS = (MAX_COLS > 2 * MIN_SLOTS + 1) ? MAX_COLS - 2 * MIN_SLOTS + 2 : 3;
  localparam EDGE_W = $clog2(EDGE_SLOTS);

  // Delays, and their counter
  localparam [31:0] LATENCY_32 = LATENCY, ADD_32 = ADD_LATENCY, MIN_32 = MIN_SLOTS;
  wire [COUNT_W+7:0] wide_slots = {{COUNT_W{1'b0}}, i_slots};
  wire [COUNT_W-1:0] slots = wide_slots[COUNT_W-1:0];
  wire [COUNT_W-1:0] twice = {slots[COUNT_W-2:0], 1'b0};
  reg [COUNT_W-1:0] back_old, back_centre, back_above, back_before, back_tag, back_south;
  always @(posedge clk)
    if (i_run) begin
      back_old    <= slots;
      back_centre <= slots + ADD_32[COUNT_W-1:0] - 1'b1;
      back_above  <= twice - LATENCY_32[COUNT_W-1:0];
      back_before <= slots - MIN_32[COUNT_W-1:0];
      back_south  <= twice - LATENCY_32[COUNT_W-1:0] - 1'b1;
      back_tag    <= twice - 1'b1;
    end
  reg [COUNT_W-1:0] count;
  always @(posedge clk)
    if (rst) count <= {COUNT_W{1'b0}};
    else if (i_run) count <= count + 1'b1;

  wire [EDGE_W-1:0] place, next_place, third_place;
  band_pointers #(
      .EDGE_W(EDGE_W)
  ) u_pointers (
      .clk          (clk),
      .i_run        (i_run),
      .i_restart    (i_restart),
      .i_last_slot  (i_last_slot),
      .i_edge_last  (i_edge_last[EDGE_W-1:0]),
      .o_place      (place),
      .o_next_place (next_place),
      .o_third_place(third_place)
  );
  wire result_last_slot;
  wire [EDGE_W-1:0] result_place;
  slot_delay #(
      .WIDTH  (1 + EDGE_W),
      .COUNT_W(COUNT_W)
  ) u_result_place (
      .clk    (clk),
      .i_run  (i_run),
      .i_count(count),
      .i_back (LATENCY_32[COUNT_W-1:0] - 1'b1),
      .i_data ({i_last_slot, place}),
      .o_data ({result_last_slot, result_place})
  );

  genvar pe;
  generate
    for (pe = 0; pe < PES; pe = pe + 1) begin : g_pe
      localparam [31:0] DEPTH = pe + 1;
      wire valid;
      wire [NUM_W-1:0] row, col;
      wire [NUM_W-1:0] my_row_begin, my_row_end, my_col_begin, my_col_end;
      wire [NUM_W-1:0] next_row_begin, next_row_end, next_col_begin, next_col_end;
      wire [63:0] south, f, any_f;

      tile_element #(
          .ADD_LATENCY(ADD_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .COUNT_W    (COUNT_W),
          .NUM_W      (NUM_W),
          .EDGE_SLOTS (EDGE_SLOTS)
      ) u_element (
          .clk               (clk),
          .i_run             (i_run),
          .i_backward        (i_backward),
          .i_count           (count),
          .i_back_old        (back_old),
          .i_back_centre     (back_centre),
          .i_back_above      (back_above),
          .i_back_before     (back_before),
          .i_first_slot      (i_first_slot),
          .i_last_slot       (i_last_slot),
          .i_place           (place),
          .i_next_place      (next_place),
          .i_third_place     (third_place),
          .i_result_last_slot(result_last_slot),
          .i_result_place    (result_place),
          .i_slopes          (i_slopes),
          .i_row_begin       (my_row_begin),
          .i_row_end         (my_row_end),
          .i_col_begin       (my_col_begin),
          .i_col_end         (my_col_end),
          .o_next_row_begin  (next_row_begin),
          .o_next_row_end    (next_row_end),
          .o_next_col_begin  (next_col_begin),
          .o_next_col_end    (next_col_end),
          .i_valid           (valid),
          .i_row             (row),
          .i_col             (col),
          .i_south           (south),
          .o_f               (f),
          .o_north           (o_operands[320*pe+:64]),
          .o_south           (o_operands[320*pe+64+:64]),
          .o_centre          (o_operands[320*pe+128+:64]),
          .o_west            (o_operands[320*pe+192+:64]),
          .o_east            (o_operands[320*pe+256+:64]),
          .i_point           (i_point[64*pe+:64])
      );

      // A pass leaves after the element of its last sweep. Values that come before its first cell are left over from
      // the pass or the command before and are ignored.
      wire [63:0] leaving = (i_depth == DEPTH[DEPTH_W-1:0]) ? f : 64'd0;
      if (pe == 0) begin : g_first
        assign valid        = i_valid;
        assign row          = i_row;
        assign col          = i_col;
        assign south        = i_f;
        assign my_row_begin = i_row_begin;
        assign my_row_end   = i_row_end;
        assign my_col_begin = i_col_begin;
        assign my_col_end   = i_col_end;
        assign any_f        = leaving;
      end else begin : g_next
        slot_delay #(
            .WIDTH  (1 + 2 * NUM_W),
            .COUNT_W(COUNT_W)
        ) u_tag (
            .clk    (clk),
            .i_run  (i_run),
            .i_count(count),
            .i_back (back_tag),
            .i_data ({g_pe[pe-1].valid, g_pe[pe-1].row, g_pe[pe-1].col}),
            .o_data ({valid, row, col})
        );
        slot_delay #(
            .COUNT_W(COUNT_W)
        ) u_south (
            .clk    (clk),
            .i_run  (i_run),
            .i_count(count),
            .i_back (back_south),
            .i_data (g_pe[pe-1].f),
            .o_data (south)
        );
        assign my_row_begin = g_pe[pe-1].next_row_begin;
        assign my_row_end   = g_pe[pe-1].next_row_end;
        assign my_col_begin = g_pe[pe-1].next_col_begin;
        assign my_col_end   = g_pe[pe-1].next_col_end;
        assign any_f        = g_pe[pe-1].any_f | leaving;
      end
      if (pe == PES - 1) begin : g_last
        wire unused = &{1'b0, next_row_begin, next_row_end, next_col_begin, next_col_end};
      end
    end
  endgenerate
  assign o_f = g_pe[PES-1].any_f;

  wire unused = &{1'b0, wide_slots[COUNT_W+7:COUNT_W], back_tag, back_south, i_edge_last};

endmodule

`default_nettype wire
