// burst_gate_proof: holds a burst_gate against when a burst has begun, and on which buffers.
// SPDX-License-Identifier: Apache-2.0
//
// Any bursts, any buffers held at any time; beats move whenever the gate is open and the port wants it.
`default_nettype none

module burst_gate_proof #(
    parameter BUFFER_W = 2,
    parameter BUFFERS  = 1 << BUFFER_W
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                i_offered,
    input  wire                i_accept,
    input  wire                i_answer,
    input  wire                i_next_active,
    input  wire [BUFFER_W-1:0] i_next_buffer,
    input  wire                i_wants,
    input  wire                i_last,
    input  wire [ BUFFERS-1:0] i_held,
    input  wire                i_no_hold,
    output wire                given_reset,
    output wire                wrong_beginning,
    output wire                wrong_going_on,
    output wire                wrong_refusal,
    output wire                wrong_touched,
    output wire                wrong_outstanding,
    output wire                seen_held,
    output wire                seen_held_later,
    output wire                seen_refused_burst,
    output wire                seen_full
);

  localparam [BUFFERS-1:0] ONE = 1;
  localparam [4:0] MOST = 5'd13;  // 4 queued, 1 being served, 8 not answered

  wire open, refused, outstanding;
  wire [BUFFERS-1:0] touched;
  reg active;
  reg [BUFFER_W-1:0] buffer;
  reg [4:0] under_way;
  wire step = open & i_wants;
  wire accepted = i_accept & i_offered & under_way != MOST;
  wire answered = i_answer & under_way != 5'd0;
  burst_gate #(
      .BUFFER_W(BUFFER_W)
  ) u_gate (
      .clk          (clk),
      .rst          (rst),
      .i_offered    (i_offered),
      .i_accepted   (accepted),
      .i_answered   (answered),
      .i_active     (active),
      .i_buffer     (buffer),
      .i_step       (step),
      .i_last       (i_last),
      .i_held       (i_held),
      .i_no_hold    (i_no_hold),
      .o_open       (open),
      .o_refused    (refused),
      .o_touched    (touched),
      .o_outstanding(outstanding)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset = started | rst;

  reg begun, bad;  // the burst has moved a beat; its buffer was held then
  always @(posedge clk) begin
    if (~active | (step & i_last)) buffer <= i_next_buffer;
    if (step & ~begun) bad <= i_held[buffer];
    if (rst) begin
      active    <= 1'b0;
      begun     <= 1'b0;
      under_way <= 5'd0;
    end else begin
      if (~active | (step & i_last)) active <= i_next_active;
      if (step) begun <= ~i_last;
      under_way <= under_way + {4'd0, accepted} - {4'd0, answered};
    end
  end

  wire first = started & active & ~begun;
  assign wrong_beginning = first & open != (~i_held[buffer] | i_no_hold);
  assign wrong_going_on = started & (active ? begun & ~open : open);
  assign wrong_refusal = started & step & refused != (begun ? bad : i_held[buffer]);
  assign wrong_touched = started & touched != ((begun & ~bad) ? ONE << buffer : {BUFFERS{1'b0}});
  assign wrong_outstanding = started & outstanding != (i_offered | under_way != 5'd0);

  assign seen_held = first & i_held[buffer] & ~i_no_hold & i_wants;
  assign seen_held_later = started & active & begun & ~bad & i_held[buffer] & ~i_no_hold;
  assign seen_refused_burst = started & active & begun & bad & ~i_held[buffer] & step;
  assign seen_full = started & under_way == MOST;

endmodule

`default_nettype wire
