// commands_in_flight_proof: holds commands_in_flight against a list of two commands.
// SPDX-License-Identifier: Apache-2.0
//
// Any commands; at most two at a time, as command_slots takes them (proof `interlock`).
`default_nettype none

module commands_in_flight_proof (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_wants,
    input  wire [3:0] i_choice,   // {r buffer, f buffer} of the command taken
    input  wire       i_finishes,
    output wire       given_reset,
    output wire       wrong_any,
    output wire       wrong_used,
    output wire       seen_two_and_change
);

  wire any;
  wire [7:0] used;
  reg [1:0] count;
  wire finished = i_finishes & count != 2'd0;
  wire take = i_wants & (count != 2'd2 | finished);
  wire [7:0] set = (8'd1 << i_choice[1:0]) | (8'd16 << i_choice[3:2]);
  commands_in_flight u_flight (
      .clk       (clk),
      .rst       (rst),
      .i_take    (take),
      .i_set     (set),
      .i_finished(finished),
      .o_any     (any),
      .o_used    (used)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset = started | rst;

  reg [7:0] older, younger;
  wire [1:0] left = count - {1'b0, finished};
  always @(posedge clk) begin
    if (rst) count <= 2'd0;
    else count <= left + {1'b0, take};
    if (finished) older <= younger;
    if (take & left == 2'd0) older <= set;
    if (take & left == 2'd1) younger <= set;
  end

  assign wrong_any = started & any != (count != 2'd0);
  assign wrong_used = started & used != ((count != 2'd0 ? older : 8'd0) | (count == 2'd2 ? younger : 8'd0));
  assign seen_two_and_change = started & count == 2'd2 & finished & take & older != younger;

endmodule

`default_nettype wire
