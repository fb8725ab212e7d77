// tile_sequencer: the order in which the cells of a block pass an element, and where they lie in memory.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    rows are dealt to row slots in turn, a band of as many rows as there are slots after the
//             other. A round gives each slot one cycle. In round q slot 0 is at column q mod width of
//             band q / width, and every other slot two columns behind the one before, which may still
//             be in the band before: cell (row, col) comes at
//               slots*((row/slots)*width + col + 2*(row%slots)) + row%slots.
//             Two columns are what a cell needs of the row above: its new value is then on time.
// Parameters: NUM_W bits of rows, columns and addresses.
// Latency:    cell (0, 0) is out in the cycle after i_start; one place a cycle with i_run from then on.
// Rows go on past the end of the block, and begin a band before it: the first slots are there while the last
// ones wait, and these have negative rows, two's complement, beyond any row of a block. o_valid = 0 in columns
// that pad a row. Backward the steps are negative.
`default_nettype none

module tile_sequencer #(
    parameter NUM_W = 21
) (
    input  wire             clk,
    input  wire             i_run,
    input  wire             i_start,
    input  wire [NUM_W-1:0] i_address,    // of cell (0, 0)
    input  wire [NUM_W-1:0] i_end_row,    // of the cell that o_end tells
    // Of the job
    input  wire [      7:0] i_slots,
    input  wire [NUM_W-1:0] i_cols,
    input  wire [NUM_W-1:0] i_turn,       // width - 1
    input  wire [NUM_W-1:0] i_last_col,   // last column but one
    input  wire [NUM_W-1:0] i_col_step,
    input  wire [NUM_W-1:0] i_slot_step,
    input  wire [NUM_W-1:0] i_band_step,
    // The place
    output wire             o_first_slot,
    output wire             o_last_slot,
    output wire             o_valid,
    output wire [NUM_W-1:0] o_row,
    output wire [NUM_W-1:0] o_col,
    output wire [NUM_W-1:0] o_address,
    output wire             o_end         // cell (i_end_row, i_last_col): the last that can be of use
);

  localparam [NUM_W-1:0] ZERO = 0;
  localparam [NUM_W-1:0] ONE = 1;

  // This slot: if it is in the newest band, and if not.
  reg [7:0] slot;
  reg [NUM_W-1:0] col, row;
  reg [NUM_W-1:0] newest_address, older_address;
  reg older;
  // The first slot of this round
  reg [NUM_W-1:0] round_col, round_row, round_newest_address, round_older_address;

  wire [NUM_W-1:0] slots = {{(NUM_W - 8) {1'b0}}, i_slots};
  wire turns = round_col == i_turn;
  wire [NUM_W-1:0] next_round_newest_address = turns ? newest_address + i_band_step : round_newest_address + i_col_step;
  wire [NUM_W-1:0] next_round_older_address = (turns ? round_newest_address : round_older_address) + i_col_step;
  wire [NUM_W-1:0] next_round_col = turns ? ZERO : round_col + 1'b1;
  wire [NUM_W-1:0] next_round_row = turns ? row + 1'b1 : round_row;
  wire leaves_band = col[NUM_W-1:1] == ZERO[NUM_W-1:1];  // two columns back lies before the first

  assign o_first_slot = slot == 8'd0;
  assign o_last_slot  = slot + 1'b1 == i_slots;

  always @(posedge clk)
    if (i_start) begin
      slot                 <= 8'd0;
      older                <= 1'b0;
      col                  <= ZERO;
      row                  <= ZERO;
      newest_address       <= i_address;
      older_address        <= ZERO;
      round_col            <= ZERO;
      round_row            <= ZERO;
      round_newest_address <= i_address;
      round_older_address  <= ZERO;
    end else if (i_run & o_last_slot) begin
      slot                 <= 8'd0;
      older                <= 1'b0;
      col                  <= next_round_col;
      row                  <= next_round_row;
      newest_address       <= next_round_newest_address;
      older_address        <= next_round_older_address;
      round_col            <= next_round_col;
      round_row            <= next_round_row;
      round_newest_address <= next_round_newest_address;
      round_older_address  <= next_round_older_address;
    end else if (i_run) begin
      slot           <= slot + 1'b1;
      older          <= older | leaves_band;
      col            <= leaves_band ? col + i_turn - ONE : col - {ONE[NUM_W-2:0], 1'b0};
      row            <= row + 1'b1;
      newest_address <= newest_address + i_slot_step;
      older_address  <= older_address + i_slot_step;
    end

  assign o_valid   = col < i_cols;
  assign o_row     = older ? row - slots : row;
  assign o_col     = col;
  assign o_address = older ? older_address : newest_address;
  assign o_end     = o_valid & o_row == i_end_row & col == i_last_col;

endmodule

`default_nettype wire
