// fifo: a queue with valid/ready on both sides and a register at its output.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    takes the place of rtl/bus/fifo.v: what it gives out comes from a register, which
//             shortens the path after it and costs a cycle.
// Parameters: WIDTH bits, DEPTH entries (a power of two >= 2) and one more in the register.
// Latency:    2 cycles from an accepted word to o_valid when empty; one word per cycle on either side.
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
    output reg              o_valid,
    input  wire             i_ready,
    output reg  [WIDTH-1:0] o_data
);

  localparam SLOT_W = $clog2(DEPTH);

  reg  [WIDTH-1:0] words[0:DEPTH-1];
  reg  [ SLOT_W:0] written;
  reg  [ SLOT_W:0] taken;
  wire [ SLOT_W:0] held = written - taken;
  wire             moves = (held != 0) & (~o_valid | i_ready);  // into the register

  assign o_ready = ~held[SLOT_W];

  always @(posedge clk) begin
    if (i_valid & o_ready) words[written[SLOT_W-1:0]] <= i_data;
    if (moves) o_data <= words[taken[SLOT_W-1:0]];
    if (rst) begin
      written <= 0;
      taken   <= 0;
      o_valid <= 1'b0;
    end else begin
      if (i_valid & o_ready) written <= written + 1'b1;
      if (moves) taken <= taken + 1'b1;
      o_valid <= moves | (o_valid & ~i_ready);
    end
  end

endmodule

`default_nettype wire
