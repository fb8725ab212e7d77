// Classes of operands that tests have given to the adder, the multiplier and the division: bound to each of them in the
// models of tests/rtl/arithmetic. bins.json has the names.
// SPDX-License-Identifier: Apache-2.0

// 0 zero, 1 subnormal, 2 normal, 3 infinite, 4 NaN, each as one bit.
module operand_class #(
    parameter EXP_W  = 11,
    parameter FRAC_W = 52
) (
    input  wire [EXP_W+FRAC_W:0] i_value,
    output wire [           4:0] o_class
);
  wire least = i_value[FRAC_W+:EXP_W] == 0, most = &i_value[FRAC_W+:EXP_W], whole = i_value[FRAC_W-1:0] == 0;
  assign o_class = {most & ~whole, most & whole, ~most & ~least, least & ~whole, least & whole};
endmodule

module adder_bins #(
    parameter EXP_W  = 11,
    parameter FRAC_W = 52
) (
    input wire                  clk,
    input wire                  i_sub,
    input wire [EXP_W+FRAC_W:0] i_a,
    input wire [EXP_W+FRAC_W:0] i_b
);
  wire [4:0] a, b;
  operand_class #(.EXP_W(EXP_W), .FRAC_W(FRAC_W)) u_a (.i_value(i_a), .o_class(a));
  operand_class #(.EXP_W(EXP_W), .FRAC_W(FRAC_W)) u_b (.i_value(i_b), .o_class(b));
  genvar at;
  generate
    for (at = 0; at < 50; at = at + 1) begin : g_bin
      bin : cover property (@(posedge clk) i_sub == at / 25 && a[at/5%5] && b[at%5]);
    end
  endgenerate
endmodule
bind fp_add adder_bins #(.EXP_W(EXP_W), .FRAC_W(FRAC_W)) u_adder_bins (.clk(clk), .i_sub(i_sub), .i_a(i_a), .i_b(i_b));

module multiplier_bins #(
    parameter EXP_W  = 11,
    parameter FRAC_W = 52
) (
    input wire                  clk,
    input wire [EXP_W+FRAC_W:0] i_a,
    input wire [EXP_W+FRAC_W:0] i_b
);
  wire [4:0] a, b;
  operand_class #(.EXP_W(EXP_W), .FRAC_W(FRAC_W)) u_a (.i_value(i_a), .o_class(a));
  operand_class #(.EXP_W(EXP_W), .FRAC_W(FRAC_W)) u_b (.i_value(i_b), .o_class(b));
  genvar at;
  generate
    for (at = 0; at < 25; at = at + 1) begin : g_bin
      bin : cover property (@(posedge clk) a[at/5] && b[at%5]);
    end
  endgenerate
endmodule
bind fp_mul multiplier_bins #(.EXP_W(EXP_W), .FRAC_W(FRAC_W)) u_multiplier_bins (.clk(clk), .i_a(i_a), .i_b(i_b));

module division_bins #(
    parameter EXP_W  = 11,
    parameter FRAC_W = 52
) (
    input wire                  clk,
    input wire [EXP_W+FRAC_W:0] i_a
);
  wire [4:0] a;
  operand_class #(.EXP_W(EXP_W), .FRAC_W(FRAC_W)) u_a (.i_value(i_a), .o_class(a));
  genvar at;
  generate
    for (at = 0; at < 5; at = at + 1) begin : g_bin
      bin : cover property (@(posedge clk) a[at]);
    end
  endgenerate
endmodule
bind fp_div5 division_bins #(.EXP_W(EXP_W), .FRAC_W(FRAC_W)) u_division_bins (.clk(clk), .i_a(i_a));
