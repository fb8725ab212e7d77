// choice_bins: one bin for each choice.
// SPDX-License-Identifier: Apache-2.0
module choice_bins (
    input wire       clk,
    input wire [1:0] i_choice
);
  genvar at;
  generate
    for (at = 0; at < 4; at = at + 1) begin : g_bin
      bin : cover property (@(posedge clk) i_choice == at);
    end
  endgenerate
endmodule
