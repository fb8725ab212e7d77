// two_arms: what tests/ci/coverage_test.py has reached and missed.
// SPDX-License-Identifier: Apache-2.0
module two_arms (
    input  wire       clk,
    input  wire [1:0] i_choice,
    output reg  [1:0] o_count
);
  always @(posedge clk) begin
    if (i_choice[0]) begin
      o_count <= o_count + 2'd1;
    end else begin
      o_count <= 2'd0;
    end
    if (i_choice[1]) o_count <= 2'd3;
  end
endmodule
