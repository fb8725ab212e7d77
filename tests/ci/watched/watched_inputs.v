// watched_inputs: inputs of each width, in logic of their own, beside registers, and in registers alone.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose: what tests/ci/watched/watched_inputs_test.cpp compares with and without WATCH_INPUTS (cmake/Verilate.cmake).
// Latency: 0 from i_byte, i_half, i_word, i_long and i_wide to o_sum; 1 from i_clocked to o_count.
`default_nettype none

module watched_inputs (
    input  wire        clk,
    input  wire [ 7:0] i_byte,
    input  wire [15:0] i_half,
    input  wire [31:0] i_word,
    input  wire [63:0] i_long,
    input  wire [95:0] i_wide,
    input  wire [ 7:0] i_clocked,
    output wire [63:0] o_sum,
    output reg  [ 7:0] o_count,
    output wire [63:0] o_both
);

  reg [63:0] kept;
  initial begin
    kept = 64'd0;
    o_count = 8'd0;
  end
  always @(posedge clk) begin
    kept <= o_sum;
    o_count <= o_count + i_clocked;
  end
  assign o_sum = ({56'd0, i_byte} ^ {48'd0, i_half}) + {32'd0, i_word} + {32'd0, i_wide[31:0]} + (i_long ^ i_wide[95:32]);
  assign o_both = kept + {56'd0, o_count} * {56'd0, i_byte};

endmodule

`default_nettype wire
