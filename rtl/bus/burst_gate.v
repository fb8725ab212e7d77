// burst_gate: lets bursts begin, and counts those still under way.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    treats the burst at the head of a queue, in either direction: it may begin unless its buffer is held,
//             goes on once it has begun, and counts until its answer is taken. With i_no_hold a burst on a held buffer
//             begins at once and is marked refused, so that the bus never waits for a command.
// Parameters: BUFFER_W bits that choose a buffer.
// Latency:    none from i_held to o_open; o_touched shows a burst from the cycle after its first
//             beat to that of its last.
`default_nettype none

module burst_gate #(
    parameter BUFFER_W = 3,
    parameter BUFFERS  = 1 << BUFFER_W
) (
    input  wire                clk,
    input  wire                rst,
    // Address channel, and the handshake of the answer, for o_outstanding
    input  wire                i_offered,
    input  wire                i_accepted,
    input  wire                i_answered,
    // The burst that is being served
    input  wire                i_active,
    input  wire [BUFFER_W-1:0] i_buffer,
    input  wire                i_step,        // its beat moves
    input  wire                i_last,
    input  wire [ BUFFERS-1:0] i_held,        // buffers on which no burst may begin
    input  wire                i_no_hold,     // let it begin, and refuse each of its beats
    output wire                o_open,        // a beat may move: the burst has begun or may begin
    output wire                o_refused,     // and has no effect
    output wire [ BUFFERS-1:0] o_touched,     // the buffer of the burst under way
    output wire                o_outstanding  // offered, or accepted and not answered
);

  reg begun;
  always @(posedge clk)
    if (rst) begun <= 1'b0;
    else if (i_step) begun <= ~i_last;
  wire held = ~begun & i_held[i_buffer];
  reg began_held;
  always @(posedge clk) if (i_step) began_held <= o_refused;
  assign o_open = i_active & (~held | i_no_hold);
  assign o_refused = begun ? began_held : held;
  wire [BUFFERS-1:0] chosen = {{(BUFFERS - 1) {1'b0}}, 1'b1} << i_buffer;
  reg [BUFFERS-1:0] touched;
  always @(posedge clk)
    if (rst) touched <= {BUFFERS{1'b0}};
    else if (i_step) touched <= {BUFFERS{~i_last}} & chosen & (begun ? {BUFFERS{~began_held}} : ~i_held);
  assign o_touched = touched;

  // At most 4 queued, 1 being served and 8 whose answers have not been taken.
  reg [4:0] outstanding;
  always @(posedge clk)
    if (rst) outstanding <= 5'd0;
    else outstanding <= outstanding + {{4{i_answered & ~i_accepted}}, i_answered ^ i_accepted};
  assign o_outstanding = i_offered | (outstanding != 5'd0);

endmodule

`default_nettype wire
