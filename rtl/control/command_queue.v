// command_queue: holds two commands that wait for the engine, and shows the buffers they need.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    commands leave in the order in which they came. A command keeps bursts off its buffers from the cycle
//             after it came to the cycle in which it leaves.
// Parameters: COMMAND_W bits of a command (laid out as in command_buffers).
// Latency:    a command is at the head in the cycle after i_push, or after its predecessor has left.
// A push while o_full is dropped, even if the head leaves in the same cycle.
`default_nettype none

module command_queue #(
    parameter COMMAND_W = 42
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 i_push,
    input  wire [COMMAND_W-1:0] i_command,
    output wire                 o_full,
    output wire                 o_valid,    // there is a head
    output wire [COMMAND_W-1:0] o_command,
    input  wire                 i_pop,      // only while o_valid
    output wire [          7:0] o_head,     // buffers of the head, one bit each, r above f
    output wire [          7:0] o_used      // and of all that wait
);

  reg [1:0] held;
  reg valid;  // held is not 0
  reg [COMMAND_W-1:0] head, second;
  wire push = i_push & ~o_full;
  wire head_free = held == 2'd0 | (held == 2'd1 & i_pop);

  assign o_full = held == 2'd2;
  assign o_valid = valid;
  assign o_command = head;

  always @(posedge clk) begin
    if (rst) held <= 2'd0;
    else held <= held + {1'b0, push} - {1'b0, i_pop};
    valid <= ~rst & (o_full | (valid & ~i_pop) | i_push);
    if (head_free) head <= i_command;
    else if (i_pop) head <= second;
    if (push) second <= i_command;
  end

  // The buffers of a command are decoded as it comes: offers and bursts depend on them in each cycle.
  wire [7:0] pushed_set;
  reg [7:0] head_set, second_set, used;
  command_buffers #(
      .COMMAND_W(COMMAND_W)
  ) u_pushed (
      .i_command(i_command),
      .o_set    (pushed_set)
  );
  always @(posedge clk) begin
    if (head_free) head_set <= pushed_set;
    else if (i_pop) head_set <= second_set;
    if (push) second_set <= pushed_set;
    if (rst) used <= 8'd0;
    else used <= (i_pop ? {8{o_full}} & second_set : used) | ({8{push}} & pushed_set);
  end
  assign o_head = head_set;
  assign o_used = used;
endmodule

`default_nettype wire
