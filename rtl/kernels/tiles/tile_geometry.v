// tile_geometry: derives numbers of a tile job from its columns, slots and direction.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the width of a row in the schedule, and the distance in memory from one cell of the schedule to the next.
//             Backward all distances are negative.
//             A row takes `width` rounds: as many as it has columns, or more where the first row of a band would
//             otherwise come before the results it needs of the last row of the band before.
// Parameters: NUM_W bits of all numbers, COLS_W of columns.
// Latency:    3 cycles with i_run from the job to all outputs.
`default_nettype none

module tile_geometry #(
    parameter NUM_W  = 21,
    parameter COLS_W = 14
) (
    input  wire              clk,
    input  wire              i_run,        // low: nothing changes
    input  wire [COLS_W-1:0] i_cols,
    input  wire [       7:0] i_slots,
    input  wire              i_backward,
    output reg  [ NUM_W-1:0] o_turn,       // width - 1
    output reg  [ NUM_W-1:0] o_last_col,   // last but one: the last column that a sweep can set
    output reg  [ NUM_W-1:0] o_edge_last,  // rounds from a value of the last slot to its use in slot 0, less 1;
                                           // also the columns that the last slot still has to go when slot 0 turns
    output reg  [ NUM_W-1:0] o_row_step,   // address: from a row to the next one
    output reg  [ NUM_W-1:0] o_col_step,   //   from a column to the next one
    output reg  [ NUM_W-1:0] o_slot_step,  //   from a slot to the next one: one row on, two columns back
    output reg  [ NUM_W-1:0] o_band_step   //   from the last slot, when slot 0 turns, to a new band
);

  wire [NUM_W-1:0] cols = {{(NUM_W - COLS_W) {1'b0}}, i_cols};
  wire [NUM_W-1:0] rounds = {{(NUM_W - 9) {1'b0}}, i_slots, 1'b0};  // the skew of a whole band, plus two

  always @(posedge clk)
    if (i_run) begin
      o_turn      <= (cols > rounds) ? cols - 1'b1 : rounds;
      o_last_col  <= cols - {{(NUM_W - 2) {1'b0}}, 2'd2};
      o_edge_last <= o_turn - rounds + {{(NUM_W - 2) {1'b0}}, 2'd2};
      o_row_step  <= i_backward ? {NUM_W{1'b0}} - cols : cols;
      o_col_step  <= i_backward ? {NUM_W{1'b1}} : {{(NUM_W - 1) {1'b0}}, 1'b1};
      o_slot_step <= o_row_step - {o_col_step[NUM_W-2:0], 1'b0};
      o_band_step <= i_backward ? o_row_step + o_edge_last : o_row_step - o_edge_last;
    end

endmodule

`default_nettype wire
