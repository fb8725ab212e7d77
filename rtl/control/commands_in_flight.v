// commands_in_flight: shows the buffers of the commands that the engine has taken and not finished.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the engine holds at most two commands, one that issues and one that drains, and finishes them in the
//             order in which it took them.
// Parameters: none.
// Latency:    a command counts from the cycle after i_take to the cycle of its i_finished.
`default_nettype none

module commands_in_flight (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_take,
    input  wire [7:0] i_set,       // buffers of the command taken, one bit each
    input  wire       i_finished,
    output wire       o_any,
    output wire [7:0] o_used
);

  // Zero where there is no command: every command has buffers.
  reg [7:0] older, younger, used;
  assign o_any = older != 8'd0;
  assign o_used = used;

  wire [7:0] taken = {8{i_take}} & i_set;
  wire alone = younger == 8'd0;
  always @(posedge clk)
    if (rst) begin
      older   <= 8'd0;
      younger <= 8'd0;
    end else if (i_finished) begin
      older   <= alone ? taken : younger;
      younger <= alone ? 8'd0 : taken;
    end else if (~o_any) older <= taken;
    else if (i_take) younger <= taken;
  // A register of its own: bursts and offers depend on it in each cycle.
  always @(posedge clk)
    if (rst) used <= 8'd0;
    else used <= (i_finished ? younger : used) | taken;

endmodule

`default_nettype wire
