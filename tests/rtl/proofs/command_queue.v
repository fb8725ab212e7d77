// command_queue_proof: holds a command_queue against two places, oldest first.
// SPDX-License-Identifier: Apache-2.0
//
// Any commands, pushed at any time, also into a full queue; the head leaves only while there is one.
`default_nettype none

module command_queue_proof (
    input  wire        clk,
    input  wire        rst,
    input  wire        i_push,
    input  wire [41:0] i_command,
    input  wire        i_wants,
    output wire        given_reset,
    output wire        wrong_order,
    output wire        wrong_count,
    output wire        wrong_buffers,
    output wire        seen_full_moves,
    output wire        seen_passes_through
);

  wire full, valid;
  wire [41:0] command;
  wire [7:0] head_set, used;
  wire pop = i_wants & valid;
  command_queue u_queue (
      .clk      (clk),
      .rst      (rst),
      .i_push   (i_push),
      .i_command(i_command),
      .o_full   (full),
      .o_valid  (valid),
      .o_command(command),
      .i_pop    (pop),
      .o_head   (head_set),
      .o_used   (used)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset = started | rst;

  reg [1:0] count;
  reg [41:0] oldest, next;
  wire push = i_push & count != 2'd2;
  always @(posedge clk) begin
    if (rst) count <= 2'd0;
    else count <= count + {1'b0, push} - {1'b0, pop};
    if (count == 2'd0 | (count == 2'd1 & pop)) oldest <= i_command;
    else if (pop) oldest <= next;
    if (count == 2'd1 & ~pop) next <= i_command;
  end

  // One bit per buffer: f in the lower half, r in the upper.
  function [7:0] buffers(input [3:0] choice);
    buffers = (8'd1 << choice[1:0]) | (8'd16 << choice[3:2]);
  endfunction
  wire [7:0] first_set = (count != 2'd0) ? buffers({oldest[37:36], oldest[33:32]}) : 8'd0;
  wire [7:0] second_set = (count == 2'd2) ? buffers({next[37:36], next[33:32]}) : 8'd0;

  assign wrong_order = started & valid & command != oldest;
  assign wrong_count = started & (valid != (count != 2'd0) | full != (count == 2'd2));
  assign wrong_buffers = started & ((valid & head_set != first_set) | used != (first_set | second_set));

  assign seen_full_moves = started & count == 2'd2 & i_push & pop & oldest != next;
  assign seen_passes_through = started & count == 2'd1 & push & pop;

endmodule

`default_nettype wire
