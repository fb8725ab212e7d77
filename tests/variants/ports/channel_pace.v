// channel_pace: delays each handshake of a channel.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    makes one channel slow and keeps the rules of AXI: a valid that has been shown stays.
// Parameters: none.
// Latency:    a transfer that is offered passes i_wait cycles later; 0: at once.
`default_nettype none

module channel_pace (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] i_wait,
    input  wire       i_valid,
    input  wire       i_ready,
    output wire       o_open  // valid and ready count in this cycle
);

  reg [7:0] waited;
  assign o_open = waited >= i_wait;
  always @(posedge clk)
    if (rst | ~i_valid | (o_open & i_ready)) waited <= 8'd0;
    else if (~o_open) waited <= waited + 8'd1;

endmodule

`default_nettype wire
