// fp_product: exact product of two significands in four partial products.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    i_a * i_b = o_high * 2**FRAC_W + o_low, each operand a hidden bit and FRAC_W bits of fraction.
//             The fractions are cut in halves and multiplied crosswise; each hidden bit adds the other operand's
//             fraction. For binary64 the halves have 26 bits: each of the four products takes two 27x18 signed
//             multipliers of an FPGA, and no operator is wider than 64 bits, which keeps simulation fast.
// Parameters: FRAC_W >= 2 bits. CUT 1: a register stands within the sum.
// Latency:    2 + CUT cycles: partial products, sum.
`default_nettype none

module fp_product #(
    parameter integer FRAC_W = 52,
    parameter integer CUT    = 0
) (
    input  wire              clk,
    input  wire [  FRAC_W:0] i_a,
    input  wire [  FRAC_W:0] i_b,
    output reg  [FRAC_W+1:0] o_high,
    output reg  [FRAC_W-1:0] o_low
);

  localparam integer LOW_W = (FRAC_W + 1) / 2;
  localparam integer TOP_W = FRAC_W - LOW_W;
  localparam integer MIDDLE_W = FRAC_W + 1;  // two crosswise products and the upper half of the lowest fit
  localparam integer ODD = 2 * LOW_W - FRAC_W;  // top x top weighs 2**(FRAC_W + ODD)

  wire a_hidden = i_a[FRAC_W];
  wire b_hidden = i_b[FRAC_W];
  wire [TOP_W-1:0] a_top = i_a[FRAC_W-1:LOW_W];
  wire [TOP_W-1:0] b_top = i_b[FRAC_W-1:LOW_W];
  wire [LOW_W-1:0] a_low = i_a[LOW_W-1:0];
  wire [LOW_W-1:0] b_low = i_b[LOW_W-1:0];

  reg [2*LOW_W-1:0] s1_low_low;
  reg [FRAC_W-1:0] s1_low_top, s1_top_low;
  reg [2*TOP_W-1:0] s1_top_top;
  reg [FRAC_W+1:0] s1_hidden;
  always @(posedge clk) begin
    s1_low_low <= {{LOW_W{1'b0}}, a_low} * {{LOW_W{1'b0}}, b_low};
    s1_low_top <= {{TOP_W{1'b0}}, a_low} * {{LOW_W{1'b0}}, b_top};
    s1_top_low <= {{LOW_W{1'b0}}, a_top} * {{TOP_W{1'b0}}, b_low};
    s1_top_top <= {{TOP_W{1'b0}}, a_top} * {{TOP_W{1'b0}}, b_top};
    s1_hidden  <= {1'b0, i_b & {(FRAC_W + 1) {a_hidden}}} + {2'b00, i_a[FRAC_W-1:0] & {FRAC_W{b_hidden}}};
  end

  generate
    if (CUT == 0) begin : g_at_once
      always @(posedge clk) begin : sum
        reg [FRAC_W+1:0] top_top;
        reg [MIDDLE_W-1:0] middle;

        top_top = {{(FRAC_W + 2 - 2 * TOP_W) {1'b0}}, s1_top_top} << ODD;
        middle = {1'b0, s1_low_top} + {1'b0, s1_top_low} + {{(MIDDLE_W - LOW_W) {1'b0}}, s1_low_low[2*LOW_W-1:LOW_W]};
        o_high <= top_top + s1_hidden + {{(FRAC_W + 2 + TOP_W - MIDDLE_W) {1'b0}}, middle[MIDDLE_W-1:TOP_W]};
        o_low  <= {middle[TOP_W-1:0], s1_low_low[LOW_W-1:0]};
      end
    end else begin : g_cut
      // The products top x top and low x low lie beside each other and need no adder. A carry goes from the lower sum
      // into the upper one through a place below it.
      wire [2*FRAC_W-1:0] beside = {s1_top_top, s1_low_low};
      reg [FRAC_W:0] crosswise;
      reg [FRAC_W+1:0] high;
      reg [FRAC_W-1:0] low;
      always @(posedge clk) begin
        crosswise <= {1'b0, s1_low_top} + {1'b0, s1_top_low};
        high      <= {2'b00, beside[2*FRAC_W-1:FRAC_W]} + s1_hidden;
        low       <= beside[FRAC_W-1:0];
      end
      wire [TOP_W:0] lower = {1'b0, low[FRAC_W-1:LOW_W]} + {1'b0, crosswise[TOP_W-1:0]};
      wire [FRAC_W+2:0] upper = {high, 1'b1} + {{(TOP_W + 1) {1'b0}}, crosswise[FRAC_W:TOP_W], lower[TOP_W]};
      wire unused_below = upper[0];
      always @(posedge clk) begin
        o_high <= upper[FRAC_W+2:1];
        o_low  <= {lower[TOP_W-1:0], low[LOW_W-1:0]};
      end
    end
  endgenerate

endmodule

`default_nettype wire
