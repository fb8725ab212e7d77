// interlock_proof: queue, commands in flight, command_slots and both gates, wired as in control and engine.
// SPDX-License-Identifier: Apache-2.0
//
// Any commands, bursts and orders of events; checks of commands and the engine's progress are free. With two r buffers
// a third command always waits for one of the two in flight, also in the cycle in which that one finishes.
`default_nettype none

module interlock_proof (
    input  wire        clk,
    input  wire        rst,
    input  wire        i_push,
    input  wire [41:0] i_command,
    input  wire        i_legal,
    input  wire        i_refuse,
    input  wire        i_finishes,
    input  wire        i_issued,
    input  wire        i_in_order,
    input  wire        i_no_hold,
    input  wire [ 1:0] i_next_active,  // of the port that writes, and of the one that reads
    input  wire [ 5:0] i_next_buffer,
    input  wire [ 1:0] i_last,
    input  wire [ 1:0] i_wants,
    output wire        given_reset,
    output wire        given_buffer,
    output wire        wrong_beat,
    output wire        wrong_command,
    output wire        wrong_two,
    output wire        wrong_third,
    output wire        wrong_issuing,
    output wire        wrong_leaving,
    output wire        seen_beats_beside_two,
    output wire        seen_waits_for_burst,
    output wire        seen_finished_and_taken,
    output wire        seen_one_of_two_finished
);

  wire full, queued, take, in_flight, busy;
  wire [41:0] head;
  wire [7:0] head_set, queue_set, flight_set;
  wire [15:0] touched;
  wire refuse = i_refuse & queued;
  wire legal = i_legal & queued & ~i_refuse;
  wire finished = i_finishes & in_flight;
  wire [7:0] held = queue_set | flight_set;
  wire [7:0] touched_set = touched[15:8] | touched[7:0];
  wire offered = legal & (head_set & (touched_set | flight_set)) == 8'd0;
  command_queue u_queue (
      .clk      (clk),
      .rst      (rst),
      .i_push   (i_push),
      .i_command(i_command),
      .o_full   (full),
      .o_valid  (queued),
      .o_command(head),
      .i_pop    (take | refuse),
      .o_head   (head_set),
      .o_used   (queue_set)
  );
  commands_in_flight u_flight (
      .clk       (clk),
      .rst       (rst),
      .i_take    (take),
      .i_set     (head_set),
      .i_finished(finished),
      .o_any     (in_flight),
      .o_used    (flight_set)
  );
  wire [1:0] f_buffer, leaving_f_buffer;
  wire r_buffer, leaving_r_buffer;
  command_slots u_slots (
      .clk               (clk),
      .rst               (rst),
      .i_command         (offered),
      .i_tiles           (1'b0),
      .i_f_buffer        (head[33:32]),
      .i_r_buffer        (head[36]),
      .i_above           (head[40]),
      .i_below           (head[41]),
      .o_take            (take),
      .o_fresh           (),
      .i_issued          (i_issued),
      .i_in_order        (i_in_order),
      .i_finished        (finished),
      .o_busy            (busy),
      .o_held            (),
      .o_f_buffer        (f_buffer),
      .o_r_buffer        (r_buffer),
      .o_above           (),
      .o_below           (),
      .o_leaving_f_buffer(leaving_f_buffer),
      .o_leaving_r_buffer(leaving_r_buffer),
      .o_leaving_skewed  ()
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset  = started | rst;
  assign given_buffer = ~i_command[37];  // others are refused

  // The bursts at the heads of both ports.
  wire [1:0] open, refused;
  wire [1:0] step = open & i_wants;
  reg [1:0] active, begun;  // begun: and not refused
  reg [5:0] buffers;
  genvar port;
  generate
    for (port = 0; port < 2; port = port + 1) begin : g_port
      always @(posedge clk) begin
        if (~active[port] | (step[port] & i_last[port])) buffers[3*port+:3] <= i_next_buffer[3*port+:3];
        if (rst) active[port] <= 1'b0;
        else if (~active[port] | (step[port] & i_last[port])) active[port] <= i_next_active[port];
        if (rst) begun[port] <= 1'b0;
        else if (step[port]) begun[port] <= ~i_last[port] & ~refused[port];
      end
      burst_gate u_gate (
          .clk          (clk),
          .rst          (rst),
          .i_offered    (1'b0),
          .i_accepted   (1'b0),
          .i_answered   (1'b0),
          .i_active     (active[port]),
          .i_buffer     (buffers[3*port+:3]),
          .i_step       (step[port]),
          .i_last       (i_last[port]),
          .i_held       (held),
          .i_no_hold    (i_no_hold),
          .o_open       (open[port]),
          .o_refused    (refused[port]),
          .o_touched    (touched[8*port+:8]),
          .o_outstanding()
      );
    end
  endgenerate

  // The reference: the commands in flight, older first, by the buffers that they name.
  function [7:0] set_of(input [1:0] f, input r);
    set_of = (8'd1 << f) | (8'd16 << r);
  endfunction
  reg [1:0] count;
  reg [7:0] older, younger;
  wire [1:0] left = count - {1'b0, finished};
  wire [7:0] taken = set_of(head[33:32], head[36]);
  always @(posedge clk) begin
    if (rst) count <= 2'd0;
    else count <= left + {1'b0, take};
    if (finished) older <= younger;
    if (take & left == 2'd0) older <= taken;
    if (take & left == 2'd1) younger <= taken;
  end
  wire [7:0] used = (count != 2'd0 ? older : 8'd0) | (count == 2'd2 ? younger : 8'd0);
  wire [7:0] results = (count == 2'd2 & finished) ? younger : older;
  wire [7:0] buffer_0 = 8'd1 << buffers[2:0];
  wire [7:0] buffer_1 = 8'd1 << buffers[5:3];
  wire [7:0] begun_set = ({8{begun[0]}} & buffer_0) | ({8{begun[1]}} & buffer_1);

  assign wrong_beat = started & ((step[0] & ~refused[0] & (buffer_0 & used) != 8'd0)
                    | (step[1] & ~refused[1] & (buffer_1 & used) != 8'd0));
  assign wrong_command = started & take & (taken & (begun_set | used)) != 8'd0;
  assign wrong_two = started & count == 2'd2 & (older & younger) != 8'd0;
  wire third = count == 2'd2 & take & ~finished;
  assign wrong_third = started & (third | in_flight != (count != 2'd0) | busy != in_flight);
  assign wrong_issuing = started & count != 2'd0 & set_of(f_buffer, r_buffer) != (count == 2'd2 ? younger : older);
  assign wrong_leaving = started & count != 2'd0 & set_of(leaving_f_buffer, leaving_r_buffer) != results;

  assign seen_beats_beside_two = started & count == 2'd2 & step == 2'b11 & refused == 2'b00;
  assign seen_waits_for_burst = started & legal & (head_set & begun_set) != 8'd0 & count == 2'd0;
  assign seen_finished_and_taken = started & count == 2'd1 & finished & take & older != taken;
  assign seen_one_of_two_finished = started & count == 2'd2 & finished & older != younger;

  wire unused = &{1'b0, full};

endmodule

`default_nettype wire
