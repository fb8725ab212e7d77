// pass_gate: decides when a pass may follow the one before it.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the next pass of a command reads the results of the passes before it: it waits until the first result of
//             each will be there in time. The first pass of the next command reads another buffer but must not overtake
//             at the single exit of the cascade: where it makes fewer sweeps than the last pass of the command before,
//             it waits for the lag of one element.
// Parameters: BEATS_W bits of i_row_beats, PE_LATENCY = Lp.
// Latency:    o_next_pass, o_next_command are combinational and hold for a first beat in the next cycle.
// Such a wait takes i_row_beats + Lp cycles where a beat is pushed in every cycle, Lp cycles where not (i_skewed).
`default_nettype none

module pass_gate #(
    parameter BEATS_W    = 14,
    parameter PE_LATENCY = 29
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               i_begin,         // a pass issues its first beat in the next cycle
    input  wire               i_release,       // the first result of a pass is in time for a read in the next cycle
    input  wire               i_last,          // a command issues its last beat
    input  wire               i_uneven,        // its last pass is deeper than its first
    input  wire               i_skewed,
    input  wire [BEATS_W-1:0] i_row_beats,
    output wire               o_next_pass,
    output wire               o_next_command
);

  // Passes begun and not released: at most the last one of a command that drains, and one of the next.
  reg [1:0] unreleased;
  always @(posedge clk)
    if (rst) unreleased <= 2'd0;
    else unreleased <= unreleased + {1'b0, i_begin} - {1'b0, i_release};
  assign o_next_pass = unreleased == {1'b0, i_release};

  localparam LAG_W = ((BEATS_W > 8) ? BEATS_W : 8) + 1;
  localparam [31:0] LESS = PE_LATENCY - 1;
  wire [LAG_W-1:0] row_beats = {{(LAG_W - BEATS_W) {1'b0}}, i_row_beats};
  reg [LAG_W-1:0] wait_left;
  reg waited;  // wait_left is 0
  always @(posedge clk)
    if (rst) begin
      wait_left <= {LAG_W{1'b0}};
      waited    <= 1'b1;
    end else if (i_last & i_uneven) begin
      wait_left <= LESS[LAG_W-1:0] + (i_skewed ? {LAG_W{1'b0}} : row_beats);
      waited    <= 1'b0;
    end else if (~waited) begin
      wait_left <= wait_left - 1'b1;
      waited    <= wait_left[LAG_W-1:1] == {(LAG_W - 1) {1'b0}};
    end
  assign o_next_command = i_last ? ~i_uneven : waited;

endmodule

`default_nettype wire
