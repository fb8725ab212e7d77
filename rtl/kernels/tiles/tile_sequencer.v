// tile_sequencer: makes the order in which the cells of a block pass an element, and their addresses.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    rows are dealt to row slots in turn; a band has as many rows as there are slots. A round gives each slot
//             one cycle. In round q slot 0 is at column q mod width of band q / width, and every other slot two columns
//             behind its predecessor, possibly still in the band before: cell (row, col) comes at
//               slots*((row/slots)*width + col + 2*(row%slots)) + row%slots.
//             With two columns of distance the new value of the row above is there in time.
// Parameters: NUM_W bits of numbers of rows, of columns and of addresses.
// Latency:    cell (0, 0) is out in the cycle after i_start; one place per cycle with i_run from then on.
// Rows begin one band before the block and go on past its end: while the first slots are in a band, the last ones are
// in the band before, which at the beginning has negative rows, two's complement, beyond any row of a block. o_valid =
// 0 in columns that pad a row. Backward the steps are negative.
// The state is the place after the one that is out, so that comparisons begin at registers; the first two places after
// i_start are set. All is in one block: a simulator skips it while the engine is idle and copies no state.
`default_nettype none

module tile_sequencer #(
    parameter NUM_W = 21
) (
    input  wire             clk,
    input  wire             i_run,
    input  wire             i_start,
    input  wire [NUM_W-1:0] i_address,    // of cell (0, 0)
    input  wire [NUM_W-1:0] i_end_row,    // of the cell that o_end marks; from the cycle after i_start on, not 0
    // Of the job
    input  wire [      7:0] i_slots,      // at least 2
    input  wire [NUM_W-1:0] i_cols,
    input  wire [NUM_W-1:0] i_turn,       // width - 1
    input  wire [NUM_W-1:0] i_last_col,   // last column but one
    input  wire [NUM_W-1:0] i_col_step,
    input  wire [NUM_W-1:0] i_slot_step,
    input  wire [NUM_W-1:0] i_band_step,
    // The place
    output reg              o_first_slot,
    output reg              o_last_slot,
    output reg              o_valid,
    output reg              o_useful,     // o_valid, and the row is 0 .. i_end_row
    output reg  [NUM_W-1:0] o_row,
    output reg  [NUM_W-1:0] o_col,
    output reg  [NUM_W-1:0] o_address,
    output reg              o_end         // cell (i_end_row, i_last_col), the last one used
);

  localparam [NUM_W-1:0] ZERO = 0;
  localparam [NUM_W-1:0] ONE = 1;

  always @(posedge clk)
    if (i_start | i_run) begin : places
      // State: the next slot, its place if it is in the newest band, and whether it is still in the one before.
      reg [7:0] slot;
      reg [NUM_W-1:0] col, row;
      reg [NUM_W-1:0] newest_address, older_address;
      reg older, last_slot;
      // State: slot 0 in this round
      reg [NUM_W-1:0] round_col, round_row, round_newest_address, round_older_address;
      // No state
      reg turns, valid;
      reg [NUM_W-1:0] row_of_slot;

      row_of_slot = older ? row - {{(NUM_W - 8) {1'b0}}, i_slots} : row;
      valid = col < i_cols;
      o_first_slot <= i_start | slot == 8'd0;
      o_last_slot  <= ~i_start & last_slot;
      o_valid      <= i_start | valid;
      o_useful     <= i_start | (valid & row_of_slot <= i_end_row);
      o_row        <= i_start ? ZERO : row_of_slot;
      o_col        <= i_start ? ZERO : col;
      o_address    <= i_start ? i_address : older ? older_address : newest_address;
      o_end        <= ~i_start & valid & row_of_slot == i_end_row & col == i_last_col;

      // After cell (0, 0) comes slot 1, in the band before.
      if (i_start) begin
        slot                 = 8'd1;
        older                = 1'b1;
        col                  = i_turn - ONE;
        row                  = ONE;
        newest_address       = i_address + i_slot_step;
        older_address        = i_slot_step;
        round_col            = ZERO;
        round_row            = ZERO;
        round_newest_address = i_address;
        round_older_address  = ZERO;
        last_slot            = i_slots == 8'd2;
      end else if (last_slot) begin
        turns          = round_col == i_turn;
        slot           = 8'd0;
        last_slot      = 1'b0;
        older          = 1'b0;
        col            = turns ? ZERO : round_col + 1'b1;
        row            = turns ? row + 1'b1 : round_row;
        newest_address = turns ? newest_address + i_band_step : round_newest_address + i_col_step;
        older_address  = (turns ? round_newest_address : round_older_address) + i_col_step;
        round_col            = col;
        round_row            = row;
        round_newest_address = newest_address;
        round_older_address  = older_address;
      end else begin
        turns          = col[NUM_W-1:1] == ZERO[NUM_W-1:1];  // two columns back is before the first one
        slot           = slot + 1'b1;
        last_slot      = slot + 1'b1 == i_slots;
        older          = older | turns;
        col            = turns ? col + i_turn - ONE : col - {ONE[NUM_W-2:0], 1'b0};
        row            = row + 1'b1;
        newest_address = newest_address + i_slot_step;
        older_address  = older_address + i_slot_step;
      end
    end

endmodule

`default_nettype wire
