// held_value: a register whose bits change, or do not.
// SPDX-License-Identifier: Apache-2.0
module held_value (
    input  wire       clk,
    input  wire [1:0] i_value,
    output wire [1:0] o_value
);
  reg [1:0] held;
  always @(posedge clk) held <= i_value;
  assign o_value = {held[0], held[1]};
endmodule
