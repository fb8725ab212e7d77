// pass_sequencer: reads the block beat by beat, once a pass, and labels every beat.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    address and tags of the stream that feeds the cascade. Passes follow one another
//             without a gap where the first result of a pass is in time for the first read of
//             the next; otherwise the next pass waits for it.
// Parameters: LANES points a beat; ADDR_W of word addresses and of rows, COLS_W of columns,
//             BEATS_W of beats in a row, NITER_W of the number of passes, DEPTH_W of sweeps.
// Latency:    the first beat is issued in the cycle after i_start, one beat a cycle from then on.
// i_release: the result of a pass's first beat will be in time for a read issued in the next cycle.
// Command inputs are held from i_start until the last beat has been issued.
`default_nettype none

module pass_sequencer #(
    parameter LANES   = 1,
    parameter ADDR_W  = 20,
    parameter COLS_W  = 14,
    parameter BEATS_W = 14,
    parameter NITER_W = 32,
    parameter DEPTH_W = 3
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               i_start,
    input  wire [ ADDR_W-1:0] i_rows,
    input  wire [ COLS_W-1:0] i_cols,
    input  wire [BEATS_W-1:0] i_row_beats,
    input  wire [NITER_W-1:0] i_passes,
    input  wire [NITER_W-1:0] i_shallow,
    input  wire [DEPTH_W-1:0] i_depth,      // sweeps of a shallow pass
    input  wire               i_release,
    output reg                o_issue,
    output reg  [ ADDR_W-1:0] o_addr,
    output wire [        3:0] o_edge,       // {first row, last row, first beat, last beat}
    output wire [DEPTH_W-1:0] o_depth,
    output wire               o_stall       // waits for the previous pass
);

  localparam [31:0] STRIDE = LANES;

  reg [ADDR_W-1:0] row_addr, row;
  reg [BEATS_W-1:0] beat;
  reg [NITER_W-1:0] pass;
  reg waiting, released;

  wire first_row = row == {ADDR_W{1'b0}};
  wire last_row = row + 1'b1 == i_rows;
  wire first_beat = beat == {BEATS_W{1'b0}};
  wire last_beat = beat + 1'b1 == i_row_beats;
  wire last_pass = pass + 1'b1 == i_passes;
  wire pass_ends = o_issue & last_row & last_beat;
  wire may_go_on = released | i_release;

  assign o_edge  = {first_row, last_row, first_beat, last_beat};
  assign o_depth = i_depth + {{(DEPTH_W - 1) {1'b0}}, pass >= i_shallow};
  assign o_stall = waiting;

  always @(posedge clk) begin
    if (rst) begin
      o_issue <= 1'b0;
      waiting <= 1'b0;
    end else if (i_start) begin
      o_issue <= 1'b1;
      waiting <= 1'b0;
      pass    <= {NITER_W{1'b0}};
    end else if (pass_ends) begin
      o_issue <= ~last_pass & may_go_on;
      waiting <= ~last_pass & ~may_go_on;
      pass    <= pass + 1'b1;
    end else if (waiting & i_release) begin
      o_issue <= 1'b1;
      waiting <= 1'b0;
    end

    // One release belongs to each pass: used up where the next pass begins.
    if (rst | i_start | pass_ends | (waiting & i_release)) released <= 1'b0;
    else if (i_release) released <= 1'b1;

    if (rst | i_start | pass_ends) begin
      row      <= {ADDR_W{1'b0}};
      row_addr <= {ADDR_W{1'b0}};
      o_addr   <= {ADDR_W{1'b0}};
      beat     <= {BEATS_W{1'b0}};
    end else if (o_issue) begin
      if (last_beat) begin
        row      <= row + 1'b1;
        row_addr <= row_addr + {{(ADDR_W - COLS_W) {1'b0}}, i_cols};
        o_addr   <= row_addr + {{(ADDR_W - COLS_W) {1'b0}}, i_cols};
        beat     <= {BEATS_W{1'b0}};
      end else begin
        o_addr <= o_addr + STRIDE[ADDR_W-1:0];
        beat   <= beat + 1'b1;
      end
    end
  end

endmodule

`default_nettype wire
