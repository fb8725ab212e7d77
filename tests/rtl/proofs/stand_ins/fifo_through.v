// fifo: stands in for a queue in the proof of a module around it: words pass at once.
// SPDX-License-Identifier: Apache-2.0
//
// A queue gives any words that its other side may offer, at any times (proof `fifo`). Where that side is the free input
// of a checker, so does this: every behaviour of the module around the queue is there, with less state.
`default_nettype none

module fifo #(
    parameter WIDTH = 8,
    parameter DEPTH = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             i_valid,
    output wire             o_ready,
    input  wire [WIDTH-1:0] i_data,
    output wire             o_valid,
    input  wire             i_ready,
    output wire [WIDTH-1:0] o_data
);

  assign o_ready = i_ready;
  assign o_valid = i_valid;
  assign o_data  = i_data;

  wire unused = &{1'b0, clk, rst, DEPTH == 0};

endmodule

`default_nettype wire
