// tile_sequencer_proof: holds a tile_sequencer against the cell that each cycle of the order of tiles belongs to.
// SPDX-License-Identifier: Apache-2.0
//
// Blocks of COLS columns with SLOTS row slots, forward or backward, with the distances that tile_geometry gives; it may
// pause at any time. A start sets all state, so one in the first cycle stands for any. Round q is slot 0's column
// q mod width of band q/width; slot s is where slot 0 was 2*s rounds ago.
`default_nettype none

module tile_sequencer_proof #(
    parameter NUM_W = 9,
    parameter SLOTS = 2,
    parameter COLS  = 4
) (
    input  wire             clk,
    input  wire             i_run,
    input  wire             i_start,
    input  wire [NUM_W-1:0] i_address,
    input  wire [      2:0] i_end_row,
    input  wire             i_backward,
    output wire             given_first,
    output wire             given_job,
    output wire             given_held,
    output wire             wrong_slot,
    output wire             wrong_cell,
    output wire             wrong_useful,
    output wire             wrong_address,
    output wire             wrong_end,
    output wire             seen_padding,
    output wire             seen_older_band,
    output wire             seen_third_row_back,
    output wire             seen_end
);

  localparam [NUM_W-1:0] ONE = 1, ZERO = 0;
  localparam [31:0] SLOTS_32 = SLOTS, COLS_32 = COLS;

  // The job, held from the first cycle; the distances of tile_geometry.
  reg started = 1'b0;
  reg [3:0] job;
  wire [3:0] present_job = {i_end_row, i_backward};
  wire [NUM_W-1:0] slots = SLOTS_32[NUM_W-1:0];
  wire [NUM_W-1:0] cols = COLS_32[NUM_W-1:0];
  wire [NUM_W-1:0] end_row = {{(NUM_W - 3) {1'b0}}, i_end_row};
  wire [NUM_W-1:0] turn = (cols > {slots[NUM_W-2:0], 1'b0}) ? cols - ONE : {slots[NUM_W-2:0], 1'b0};
  wire [NUM_W-1:0] row_step = i_backward ? ZERO - cols : cols;
  wire [NUM_W-1:0] col_step = i_backward ? ZERO - ONE : ONE;
  wire [NUM_W-1:0] back = turn - {slots[NUM_W-2:0], 1'b0} + ONE + ONE;
  wire [NUM_W-1:0] band_step = i_backward ? row_step + back : row_step - back;
  always @(posedge clk) begin
    started <= 1'b1;
    if (~started) job <= present_job;
  end
  assign given_first = i_start != started;
  assign given_job   = i_end_row != 3'd0;
  assign given_held  = ~started | present_job == job;

  wire first_slot, last_slot, valid, useful, ends;
  wire [NUM_W-1:0] row, col, address;
  tile_sequencer #(
      .NUM_W(NUM_W)
  ) u_sequencer (
      .clk         (clk),
      .i_run       (i_run),
      .i_start     (i_start),
      .i_address   (i_address),
      .i_end_row   (end_row),
      .i_slots     (SLOTS_32[7:0]),
      .i_cols      (cols),
      .i_turn      (turn),
      .i_last_col  (cols - ONE - ONE),
      .i_col_step  (col_step),
      .i_slot_step (row_step - {col_step[NUM_W-2:0], 1'b0}),
      .i_band_step (band_step),
      .o_first_slot(first_slot),
      .o_last_slot (last_slot),
      .o_valid     (valid),
      .o_useful    (useful),
      .o_row       (row),
      .o_col       (col),
      .o_address   (address),
      .o_end       (ends)
  );

  // Slot 0 of the round that is out: its column, the first row of its band; the slot that is out.
  reg [NUM_W-1:0] round_col, band_row, base, slot;
  reg fresh;  // the first place after a start
  wire round_ends = slot == slots - ONE;
  always @(posedge clk)
    if (i_start) begin
      round_col <= ZERO;
      band_row  <= ZERO;
      slot      <= ZERO;
      base      <= i_address;
      fresh     <= 1'b1;
    end else if (i_run) begin
      fresh <= 1'b0;
      slot  <= round_ends ? ZERO : slot + ONE;
      if (round_ends) begin
        round_col <= (round_col == turn) ? ZERO : round_col + ONE;
        if (round_col == turn) band_row <= band_row + slots;
      end
    end
  wire older = round_col < {slot[NUM_W-2:0], 1'b0};
  wire [NUM_W-1:0] its_row = band_row + slot - (older ? slots : ZERO);
  wire [NUM_W-1:0] its_col = round_col - {slot[NUM_W-2:0], 1'b0} + (older ? turn + ONE : ZERO);
  wire its_valid = its_col < cols;
  wire its_useful = its_valid & its_row <= end_row;
  wire [5:0] row_distance = {3'd0, its_row[2:0]} * COLS_32[5:0];  // of a useful row, 0 .. 7
  wire [NUM_W-1:0] distance = {{(NUM_W - 6) {1'b0}}, row_distance} + its_col;
  wire [NUM_W-1:0] its_address = i_backward ? base - distance : base + distance;
  wire its_end = its_useful & its_row == end_row & its_col == cols - ONE - ONE;

  assign wrong_slot = started & (first_slot != (slot == ZERO) | last_slot != round_ends);
  assign wrong_cell = started & (valid != its_valid | row != its_row | col != its_col);
  assign wrong_useful = started & useful != its_useful;
  assign wrong_address = started & its_useful & address != its_address;
  assign wrong_end = started & ends != its_end;

  assign seen_padding = started & ~valid & band_row != ZERO;
  assign seen_older_band = started & useful & older;
  assign seen_third_row_back = started & its_useful & i_backward & its_row == slots;
  assign seen_end = started & ends & end_row == slots & ~fresh;

endmodule

`default_nettype wire
