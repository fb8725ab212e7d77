// tile_element: one Gauss-Seidel sweep over the cells of a frame, one per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    gives an operator, four additions in a row and a division, the five operands of a cell, each when it is
//             needed, and passes on the result or, where the sweep does not set the cell, the old value.
//             The cell's own value and the next one of its row are kept from the row above, which had them as south
//             neighbours; new values of the row above and of the cell before come from the operator itself. Slots get
//             values of other slots through delays; slot 0 gets those of the last slot, of the band before, through
//             memories.
// Parameters: ADD_LATENCY, DIV_LATENCY of the operators, COUNT_W bits of the delays' counter,
//             NUM_W of rows and columns, EDGE_SLOTS places of the memories between bands.
// Latency:    LATENCY from a cell, as its south neighbour i_south, to its result o_f.
// Operands:   o_north and o_south with the cell, o_centre ADD_LATENCY later, o_west 2*ADD_LATENCY, o_east
//             3*ADD_LATENCY; i_point is expected LATENCY later. North and south follow the order of processing:
//             backward they change places, which does not change the sum. West and east keep their sides.
// Delays:     with R slots in use, less 1: i_back_old R, i_back_centre R + ADD_LATENCY - 1,
//             i_back_above 2*R - LATENCY, i_back_before R - 2*ADD_LATENCY - DIV_LATENCY - 1.
`default_nettype none

module tile_element #(
    parameter ADD_LATENCY = 5,
    parameter DIV_LATENCY = 2,
    parameter COUNT_W     = 6,
    parameter NUM_W       = 21,
    parameter EDGE_SLOTS  = 9976,
    parameter EDGE_W      = $clog2(EDGE_SLOTS)
) (
    input  wire               clk,
    input  wire               i_run,
    // Job
    input  wire               i_backward,
    input  wire [COUNT_W-1:0] i_count,
    input  wire [COUNT_W-1:0] i_back_old,
    input  wire [COUNT_W-1:0] i_back_centre,
    input  wire [COUNT_W-1:0] i_back_above,
    input  wire [COUNT_W-1:0] i_back_before,
    // Of all elements
    input  wire               i_first_slot,
    input  wire               i_last_slot,
    input  wire [ EDGE_W-1:0] i_place,
    input  wire [ EDGE_W-1:0] i_next_place,
    input  wire [ EDGE_W-1:0] i_third_place,
    input  wire               i_result_last_slot,  // i_last_slot and i_place, LATENCY cycles ago
    input  wire [ EDGE_W-1:0] i_result_place,
    // The sweep
    input  wire [        7:0] i_slopes,
    input  wire [  NUM_W-1:0] i_row_begin,
    input  wire [  NUM_W-1:0] i_row_end,
    input  wire [  NUM_W-1:0] i_col_begin,
    input  wire [  NUM_W-1:0] i_col_end,
    output wire [  NUM_W-1:0] o_next_row_begin,
    output wire [  NUM_W-1:0] o_next_row_end,
    output wire [  NUM_W-1:0] o_next_col_begin,
    output wire [  NUM_W-1:0] o_next_col_end,
    // The cell
    input  wire               i_valid,
    input  wire [  NUM_W-1:0] i_row,
    input  wire [  NUM_W-1:0] i_col,
    input  wire [       63:0] i_south,
    output wire [       63:0] o_f,
    // Operator
    output wire [       63:0] o_north,
    output wire [       63:0] o_south,
    output wire [       63:0] o_centre,
    output wire [       63:0] o_west,
    output wire [       63:0] o_east,
    input  wire [       63:0] i_point
);

  localparam LATENCY = 4 * ADD_LATENCY + DIV_LATENCY;
  localparam [31:0] BACK_TO_WEST = 2 * ADD_LATENCY - 1;
  localparam [31:0] BACK_TO_EAST = ADD_LATENCY - 1;
  localparam [31:0] BACK_TO_RESULT = LATENCY - ADD_LATENCY - 1;

  wire in_window;
  tile_window #(
      .NUM_W(NUM_W)
  ) u_window (
      .clk             (clk),
      .i_run           (i_run),
      .i_slopes        (i_slopes),
      .i_row_begin     (i_row_begin),
      .i_row_end       (i_row_end),
      .i_col_begin     (i_col_begin),
      .i_col_end       (i_col_end),
      .o_next_row_begin(o_next_row_begin),
      .o_next_row_end  (o_next_row_end),
      .o_next_col_begin(o_next_col_begin),
      .o_next_col_end  (o_next_col_end),
      .i_valid         (i_valid),
      .i_row           (i_row),
      .i_col           (i_col),
      .o_inside        (in_window)
  );
  reg [LATENCY-2:0] sets;
  always @(posedge clk) if (i_run) sets <= {sets[LATENCY-3:0], in_window};

  // Old values: first that of the next cell of the row, in the cycle of this cell; the others follow from it.
  wire [63:0] old_in_band, old_from_band, old, old_late;
  slot_delay #(
      .COUNT_W(COUNT_W)
  ) u_old (
      .clk    (clk),
      .i_run  (i_run),
      .i_count(i_count),
      .i_back (i_back_old),
      .i_data (i_south),
      .o_data (old_in_band)
  );
  memory_bank #(
      .WIDTH(64),
      .DEPTH(EDGE_SLOTS)
  ) u_old_edge (
      .clk         (clk),
      .i_write     (i_run & i_last_slot),
      .i_write_row (i_place),
      .i_write_data(i_south),
      .i_read      (i_run & i_last_slot),
      .i_read_row  (i_third_place),
      .o_read_data (old_from_band)
  );
  assign old = i_first_slot ? old_from_band : old_in_band;
  slot_delay #(
      .COUNT_W(COUNT_W)
  ) u_centre (
      .clk    (clk),
      .i_run  (i_run),
      .i_count(i_count),
      .i_back (i_back_centre),
      .i_data (old),
      .o_data (o_centre)
  );
  slot_delay #(
      .COUNT_W(COUNT_W)
  ) u_old_late (
      .clk    (clk),
      .i_run  (i_run),
      .i_count(i_count),
      .i_back (BACK_TO_WEST[COUNT_W-1:0]),
      .i_data (old),
      .o_data (old_late)
  );

  // The result, and delayed results: the new values of the row above and of the cell before.
  wire [63:0] kept;
  slot_delay #(
      .COUNT_W(COUNT_W)
  ) u_kept (
      .clk    (clk),
      .i_run  (i_run),
      .i_count(i_count),
      .i_back (BACK_TO_RESULT[COUNT_W-1:0]),
      .i_data (o_centre),
      .o_data (kept)
  );
  assign o_f = sets[LATENCY-2] ? i_point : kept;

  wire [63:0] above_in_band, above_from_band, new_before;
  slot_delay #(
      .COUNT_W(COUNT_W)
  ) u_above (
      .clk    (clk),
      .i_run  (i_run),
      .i_count(i_count),
      .i_back (i_back_above),
      .i_data (o_f),
      .o_data (above_in_band)
  );
  memory_bank #(
      .WIDTH(64),
      .DEPTH(EDGE_SLOTS)
  ) u_above_edge (
      .clk         (clk),
      .i_write     (i_run & i_result_last_slot),
      .i_write_row (i_result_place),
      .i_write_data(o_f),
      .i_read      (i_run & i_last_slot),
      .i_read_row  (i_next_place),
      .o_read_data (above_from_band)
  );
  slot_delay #(
      .COUNT_W(COUNT_W),
      .LEAST  (1)
  ) u_before (
      .clk    (clk),
      .i_run  (i_run),
      .i_count(i_count),
      .i_back (i_back_before),
      .i_data (o_f),
      .o_data (new_before)
  );

  // East, the last operand: the next cell of the row or, backward, the one before.
  slot_delay #(
      .COUNT_W(COUNT_W)
  ) u_east (
      .clk    (clk),
      .i_run  (i_run),
      .i_count(i_count),
      .i_back (BACK_TO_EAST[COUNT_W-1:0]),
      .i_data (i_backward ? new_before : old_late),
      .o_data (o_east)
  );
  assign o_north = i_first_slot ? above_from_band : above_in_band;
  assign o_south = i_south;
  assign o_west  = i_backward ? old_late : new_before;

endmodule

`default_nettype wire
