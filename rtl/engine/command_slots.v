// command_slots: tracks the two commands that the cascade can hold, one that issues and one that drains.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    decides when an offered command is taken. While one command drains, the next may issue after it if both
//             are classic, or if it continues the field of the first (which has i_below; it has i_above). Any other
//             command waits until nothing is in flight.
// Latency:    o_take is combinational; a command issues its first beat in the cycle after it.
// An offer stays until it is taken. Commands finish in the order in which they were taken.
`default_nettype none

module command_slots (
    input  wire       clk,
    input  wire       rst,
    // Offered
    input  wire       i_command,
    input  wire       i_tiles,             // the offer is one of tiles, for another engine
    input  wire [1:0] i_f_buffer,
    input  wire       i_r_buffer,
    input  wire       i_above,
    input  wire       i_below,
    output wire       o_take,
    output wire       o_fresh,             // with o_take: nothing was in flight
    // Progress
    input  wire       i_issued,            // the last beat of the issuing command goes in now, or went
    input  wire       i_in_order,          // in that cycle: the next one would not overtake it
    input  wire       i_finished,          // the oldest command is done
    output wire       o_busy,
    output reg        o_held,              // only a command in flight kept an offer from being taken a cycle ago
    // The issuing command
    output wire [1:0] o_f_buffer,
    output wire       o_r_buffer,
    output wire       o_above,
    output wire       o_below,
    // The command whose results leave the cascade now
    output wire [1:0] o_leaving_f_buffer,
    output wire       o_leaving_r_buffer,
    output wire       o_leaving_skewed
);

  // {f buffer, r buffer, above, below}
  reg  [4:0] issues, drains;
  reg        issuing, draining;  // draining only while issuing

  assign {o_f_buffer, o_r_buffer, o_above, o_below} = issues;
  wire skewed = o_above | o_below;
  wire follows = (i_above | i_below) ? i_above & o_below : ~skewed;
  wire could_follow = i_issued & i_command & ~i_tiles & issuing & follows;
  wire place = ~draining | i_finished;

  assign o_busy  = issuing;
  assign o_fresh = ~issuing;
  assign o_take  = issuing ? could_follow & i_in_order & place : i_command & ~i_tiles;

  wire alone = i_finished & ~draining;  // nothing is in flight but the command that finishes now
  always @(posedge clk) begin
    if (rst) begin
      issuing  <= 1'b0;
      draining <= 1'b0;
      o_held   <= 1'b0;
    end else begin
      o_held <= could_follow & ~o_take;
      if (o_take) begin
        issuing  <= 1'b1;
        draining <= issuing & ~alone;
      end else if (i_finished) begin
        issuing  <= draining;
        draining <= 1'b0;
      end
    end
    if (o_take) begin
      issues <= {i_f_buffer, i_r_buffer, i_above, i_below};
      drains <= issues;
    end
  end

  // A finished command has nothing left in the cascade.
  wire [4:0] leaves = (draining & ~i_finished) ? drains : issues;
  assign o_leaving_f_buffer = leaves[4:3];
  assign o_leaving_r_buffer = leaves[2];
  assign o_leaving_skewed   = leaves[1] | leaves[0];

endmodule

`default_nettype wire
