// two_arms: what tests/ci/coverage_test.py has reached and missed.
// SPDX-License-Identifier: Apache-2.0
module two_arms (
    input  wire       clk,
    input  wire [1:0] i_choice,
    output reg  [1:0] o_count,
    output reg  [3:0] o_moved
);
  always @(posedge clk) begin
    if (i_choice[0]) begin
      o_count <= o_count + 2'd1;
    end else begin
      o_count <= 2'd2;
    end
    if (i_choice[1]) o_count <= 2'd3;
  end

  // A function whose argument is assigned beside the counters of its arms.
  function [3:0] moved(input [3:0] value, input up, input [1:0] distance);
    reg [3:0] all;
    begin
      if (up) begin
        all = value << distance;
      end else begin
        all = value >> distance;
      end
      moved = {all[3:1], |all[1:0]};
    end
  endfunction
  reg up;
  always @(posedge clk) begin
    up      <= i_choice[0];
    o_moved <= {o_count, i_choice};
    if (o_count != 2'd0) o_moved <= moved({i_choice, o_count}, up, o_count);
  end

  choice_bins u_bins (
      .clk     (clk),
      .i_choice(i_choice)
  );
endmodule
