// fifo_proof: holds a fifo against a queue of words that shift.
// SPDX-License-Identifier: Apache-2.0
//
// Any traffic, any words, resets at any time after the first cycle.
`default_nettype none

module fifo_proof #(
    parameter WIDTH = 2,
    parameter DEPTH = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             i_valid,
    input  wire [WIDTH-1:0] i_data,
    input  wire             i_ready,
    output wire             given_reset,
    output wire             wrong_order,
    output wire             wrong_valid,
    output wire             wrong_ready,
    output wire             seen_second_round,
    output wire             seen_emptied,
    output wire             seen_full_moves
);

  localparam COUNT_W = $clog2(DEPTH) + 1;
  localparam [COUNT_W-1:0] FULL = DEPTH;

  wire o_ready, o_valid;
  wire [WIDTH-1:0] o_data;
  fifo #(
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) u_fifo (
      .clk    (clk),
      .rst    (rst),
      .i_valid(i_valid),
      .o_ready(o_ready),
      .i_data (i_data),
      .o_valid(o_valid),
      .i_ready(i_ready),
      .o_data (o_data)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset = started | rst;

  // The reference: the oldest word in the lowest place.
  reg [WIDTH*DEPTH-1:0] words;
  reg [COUNT_W-1:0] count;
  reg [3:0] pushed;
  wire push = i_valid & o_ready;
  wire pop = o_valid & i_ready;
  wire [WIDTH*DEPTH-1:0] kept = pop ? words >> WIDTH : words;
  wire [COUNT_W-1:0] place = count - {{(COUNT_W - 1) {1'b0}}, pop};
  integer k;
  always @(posedge clk) begin
    words <= kept;
    for (k = 0; k < DEPTH; k = k + 1) if (push & place == k[COUNT_W-1:0]) words[WIDTH*k+:WIDTH] <= i_data;
    if (rst) begin
      count  <= {COUNT_W{1'b0}};
      pushed <= 4'd0;
    end else begin
      count <= place + {{(COUNT_W - 1) {1'b0}}, push};
      if (push & pushed != 4'd15) pushed <= pushed + 4'd1;
    end
  end

  assign wrong_order = started & o_valid & o_data != words[WIDTH-1:0];
  assign wrong_valid = started & o_valid != (count != {COUNT_W{1'b0}});
  assign wrong_ready = started & o_ready != (count != FULL);

  assign seen_second_round = started & pop & pushed == 4'd9 & count == FULL;
  assign seen_emptied = started & pushed != 4'd0 & ~o_valid & i_ready;
  assign seen_full_moves = started & count == FULL & i_valid & i_ready;

endmodule

`default_nettype wire
