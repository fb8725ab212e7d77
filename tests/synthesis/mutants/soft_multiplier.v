// soft_multiplier: factors so narrow that yosys uses no DSP.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module soft_multiplier (
    input  wire       clk,
    input  wire [3:0] i_a,
    input  wire [3:0] i_b,
    output reg  [7:0] o_y
);

  always @(posedge clk) o_y <= {4'd0, i_a} * {4'd0, i_b};

endmodule

`default_nettype wire
