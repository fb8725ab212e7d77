// formula_twins_bench: drives formula_twins with random words and counts the cycles in which twins differ.
// SPDX-License-Identifier: Apache-2.0
//
// Parameters: ADD_LATENCY, MUL_LATENCY of the operators; CYCLES to run, beginning with those of a first result.
`default_nettype none

module formula_twins_bench #(
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter CYCLES      = 700
);

  localparam LATENCY = 4 * ADD_LATENCY + 2 * MUL_LATENCY;

  reg clk = 1'b0;
  reg [6:0] count = 7'd0;
  reg [511:0] numbers;
  reg [383:0] values;
  wire [255:0] jacobi, five_point;
  integer cycle, word, compared, differ;

  formula_twins #(
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY)
  ) u_twins (
      .clk         (clk),
      .i_count     (count),
      .i_numbers   (numbers),
      .i_north     (values[63:0]),
      .i_south     (values[127:64]),
      .i_centre    (values[191:128]),
      .i_west      (values[255:192]),
      .i_east      (values[319:256]),
      .i_r         (values[383:320]),
      .o_jacobi    (jacobi),
      .o_five_point(five_point)
  );

  // A number of either sign near 1.
  function [63:0] near_one(input [63:0] random);
    near_one = {random[63], 10'h1ff, random[52:0]};
  endfunction

  initial begin
    compared = 0;
    differ = 0;
    for (word = 0; word < 8; word = word + 1) numbers[64*word+:64] = near_one({$random, $random});
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      for (word = 0; word < 6; word = word + 1) values[64*word+:64] = near_one({$random, $random});
      #1;
      if (cycle >= LATENCY) begin
        compared = compared + 1;
        if (jacobi[255:128] !== jacobi[127:0] || five_point[255:128] !== five_point[127:0]) differ = differ + 1;
        if (^jacobi === 1'bx || ^five_point === 1'bx) differ = differ + 1;
      end
      clk = 1'b1;
      #1 clk = 1'b0;
      count = count + 7'd1;
    end
    $display("%0d compared, %0d differ", compared, differ);
    $finish;
  end

endmodule

`default_nettype wire
