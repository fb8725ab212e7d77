// fp_multiply: the pipeline of fp_mul.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_y = i_a * i_b as fp_mul says, which tells what is infinite or not a number.
//             A subnormal operand is multiplied as it is, and the product normalised by the operand's leading zeros,
//             which are counted while the multiplier works. One count is enough: the product of two subnormals is far
//             below the smallest subnormal, for any EXP_W >= 3.
// Parameters: as fp_mul, which checks them. The pipeline has 6 stages; up to two more registers cut its longest paths:
//             7 within the sum of the partial products, 8 within the shift. From 7 on one shifter to the right, which
//             begins FRAC_W places to the left, serves both directions. With 8 no path has more than 7 levels of LUTs
//             in binary64. Further ones follow the last stage.
// Latency:    LATENCY cycles from inputs to output.
`default_nettype none

module fp_multiply #(
    parameter integer EXP_W   = 11,
    parameter integer FRAC_W  = 52,
    parameter integer LATENCY = 6
) (
    input  wire                  clk,
    input  wire [EXP_W+FRAC_W:0] i_a,
    input  wire [EXP_W+FRAC_W:0] i_b,
    input  wire                  i_special,  // infinite or not a number: one of them, or both
    input  wire                  i_nan,      // with i_special: not a number, the product
    output wire [EXP_W+FRAC_W:0] o_y
);

  // One C++ function for all instances (fp_mul).
  /* verilator no_inline_module */

  localparam integer STAGES = 6;
  localparam integer CUT_PRODUCT = LATENCY > STAGES ? 1 : 0;
  localparam integer CUT_SHIFT = LATENCY > STAGES + 1 ? 1 : 0;
  localparam integer PRODUCT_W = 2 * FRAC_W + 2;
  localparam integer KEPT_W = FRAC_W + 4;  // hidden bit, fraction, guard, round, sticky
  // From this distance on, nothing but the sticky bit is left of a product shifted right.
  localparam integer FARTHEST = FRAC_W + 2;
  localparam integer SHIFT_W = $clog2(FARTHEST + 1);
  localparam integer ZEROS_W = $clog2(FRAC_W + 2);
  // Signed exponents are compared with shift distances; either may be wider.
  localparam integer SIGNED_W = (EXP_W > SHIFT_W ? EXP_W : SHIFT_W) + 2;
  localparam [SIGNED_W-1:0] BIAS = {{(SIGNED_W - EXP_W + 1) {1'b0}}, {(EXP_W - 1) {1'b1}}};
  localparam [EXP_W:0] SMALLEST = {{EXP_W{1'b0}}, 1'b1};

  // Stage 1: classify. The exponent is that of the product's bit of weight one, 2 * FRAC_W; a special product gets one
  // beyond the format.
  localparam [SIGNED_W-1:0] BEYOND = {{(SIGNED_W - EXP_W) {1'b0}}, {EXP_W{1'b1}}};
  reg [1:0] flags;  // {not a number, sign}
  reg [SIGNED_W-1:0] exponent;
  reg [FRAC_W:0] a_significand, b_significand;
  always @* begin : classify
    reg [EXP_W-1:0] a_exponent, b_exponent;  // 1 for zero and subnormals

    a_exponent = i_a[FRAC_W+:EXP_W];
    b_exponent = i_b[FRAC_W+:EXP_W];
    a_significand = {1'b1, i_a[FRAC_W-1:0]};
    b_significand = {1'b1, i_b[FRAC_W-1:0]};
    if (a_exponent == {EXP_W{1'b0}}) begin
      a_exponent[0] = 1'b1;
      a_significand[FRAC_W] = i_special;
    end
    if (b_exponent == {EXP_W{1'b0}}) begin
      b_exponent[0] = 1'b1;
      b_significand[FRAC_W] = i_special;
    end
    exponent = {{(SIGNED_W - EXP_W) {1'b0}}, a_exponent} + {{(SIGNED_W - EXP_W) {1'b0}}, b_exponent} - BIAS;
    flags = {1'b0, i_a[EXP_W+FRAC_W] ^ i_b[EXP_W+FRAC_W]};
    if (i_special) begin
      exponent = BEYOND;
      flags[1] = i_nan;
    end
  end

  reg [1:0] s1_flags;
  reg signed [SIGNED_W-1:0] s1_exponent;
  reg [FRAC_W:0] s1_a, s1_b;
  always @(posedge clk) begin
    s1_flags    <= flags;
    s1_exponent <= exponent;
    s1_a        <= a_significand;
    s1_b        <= b_significand;
  end

  // Stages 2 and 3: multiply; meanwhile find how far to shift, left to normalise a subnormal operand's product,
  // right where the result is below the normal range. Left shifts stop at the exponent of the subnormals.
  wire [FRAC_W+1:0] s3_high;
  wire [FRAC_W-1:0] s3_low;
  fp_product #(
      .FRAC_W(FRAC_W),
      .CUT   (CUT_PRODUCT)
  ) u_product (
      .clk   (clk),
      .i_a   (s1_a),
      .i_b   (s1_b),
      .o_high(s3_high),
      .o_low (s3_low)
  );

  reg [1:0] s2_flags;
  reg signed [SIGNED_W-1:0] s2_exponent;
  reg [ZEROS_W-1:0] s2_zeros;
  always @(posedge clk) begin
    s2_flags    <= s1_flags;
    s2_exponent <= s1_exponent;
  end
  generate
    if (LATENCY == STAGES) begin : g_count_at_once
      wire [ZEROS_W-1:0] zeros;
      fp_leading_zeros #(
          .WIDTH(FRAC_W + 1)
      ) u_zeros (
          .i_value(s1_a[FRAC_W] ? s1_b : s1_a),
          .o_count(zeros)
      );
      always @(posedge clk) s2_zeros <= zeros;
    end else begin : g_count_by_groups
      wire [ZEROS_W-1:0] zeros;
      fp_count_zeros #(
          .WIDTH(FRAC_W + 1)
      ) u_zeros (
          .i_value(s1_a[FRAC_W] ? s1_b : s1_a),
          .o_count(zeros)
      );
      always @(posedge clk) s2_zeros <= zeros;
    end
  endgenerate
  wire [SIGNED_W-2:0] zeros_before = {{(SIGNED_W - 1 - ZEROS_W) {1'b0}}, s2_zeros};

  // Stages 3 to 5: distance; shift, where one sticky bit stands for the bits that fall off the end; one place more, if
  // the exponent allows, since the product of two significands in 1 .. 2 is in 1 .. 4.
  reg [1:0] s5_flags;
  reg [EXP_W:0] s5_exponent;
  reg [FRAC_W+2:0] s5_significand;
  generate
    if (LATENCY == STAGES) begin : g_two_shifters
      wire signed [SIGNED_W-1:0] deficit = -s2_exponent;
      reg [1:0] s3_flags;
      reg s3_right;
      reg [EXP_W:0] s3_exponent;  // of the product's first bit, 2 * FRAC_W + 1, once shifted
      reg [SHIFT_W-1:0] s3_distance;
      always @(posedge clk) begin
        s3_flags <= s2_flags;
        s3_right <= s2_exponent[SIGNED_W-1];
        if (s2_exponent[SIGNED_W-1]) begin
          s3_exponent <= SMALLEST;
          s3_distance <= deficit > $signed(FARTHEST[SIGNED_W-1:0]) ? FARTHEST[SHIFT_W-1:0] : deficit[SHIFT_W-1:0];
        end else if (s2_exponent[SIGNED_W-2:0] > zeros_before) begin
          s3_exponent <= s2_exponent[EXP_W:0] - zeros_before[EXP_W:0] + SMALLEST;
          s3_distance <= zeros_before[SHIFT_W-1:0];
        end else begin
          s3_exponent <= SMALLEST;
          s3_distance <= s2_exponent[SHIFT_W-1:0];
        end
      end

      // Products of normal numbers with a normal result need no shift, and a simulator skips the wide shifter: in an if
      // without else. One with else that assigns kept alone becomes an expression in Verilator, and a function in one
      // is always evaluated.
      function [KEPT_W-1:0] shifted(input [PRODUCT_W-1:0] product, input right, input [SHIFT_W-1:0] distance);
        reg [PRODUCT_W-1:0] moved;
        reg [PRODUCT_W-1:0] fallen;
        begin
          if (right) begin
            moved  = product >> distance;
            fallen = product & ~({PRODUCT_W{1'b1}} << distance);
          end else begin
            moved  = product << distance;
            fallen = {PRODUCT_W{1'b0}};
          end
          shifted = {moved[PRODUCT_W-1:FRAC_W-1], (|moved[FRAC_W-2:0]) | (|fallen)};
        end
      endfunction

      reg [1:0] s4_flags;
      reg [EXP_W:0] s4_exponent;
      reg [KEPT_W-1:0] s4_kept;
      always @(posedge clk) begin
        s4_flags    <= s3_flags;
        s4_exponent <= s3_exponent;
        s4_kept     <= {s3_high, s3_low[FRAC_W-1-:2]} | {{(KEPT_W - 1) {1'b0}}, |s3_low[FRAC_W-2:0]};
        if (s3_distance != {SHIFT_W{1'b0}}) s4_kept <= shifted({s3_high, s3_low}, s3_right, s3_distance);
      end

      always @(posedge clk) begin
        s5_flags <= s4_flags;
        if (!s4_kept[KEPT_W-1] && (|s4_exponent[EXP_W:1])) begin
          s5_exponent    <= s4_exponent - SMALLEST;
          s5_significand <= s4_kept[KEPT_W-2:0];
        end else begin
          s5_exponent    <= s4_exponent;
          s5_significand <= {s4_kept[KEPT_W-1:2], |s4_kept[1:0]};
        end
      end
    end else begin : g_one_shifter
      // An offset of FRAC_W - e moves the product to the left by e places, or to the right where e is negative. A
      // product of 0, whose zeros may be one more than FRAC_W, stays 0 whatever the offset.
      localparam integer OFFSET_W = SHIFT_W + 1;
      localparam [OFFSET_W-1:0] LEFT = FRAC_W[OFFSET_W-1:0];
      wire signed [SIGNED_W-1:0] less = s2_exponent - $signed({1'b0, zeros_before});
      wire above = ~less[SIGNED_W-1] & (|less);
      reg far;  // to the right by 2**SHIFT_W places or more: nothing but the sticky bit is left
      reg [EXP_W:0] beyond;  // exponent beyond that of the subnormals
      reg [OFFSET_W-1:0] places, offset;
      always @(posedge clk) begin
        far    <= s2_exponent[SIGNED_W-1] & ~(&s2_exponent[SIGNED_W-1:SHIFT_W]);
        beyond <= less[EXP_W:0] & {(EXP_W + 1) {above}};
        places <= above ? zeros_before[OFFSET_W-1:0] : s2_exponent[OFFSET_W-1:0];
        offset <= far ? {OFFSET_W{1'b1}} : LEFT - places;
      end

      wire [KEPT_W-2:0] value;
      wire sticky;
      fp_shift_right #(
          .WIDTH  (PRODUCT_W + 1),
          .OUT_W  (KEPT_W - 1),
          .SHIFT_W(OFFSET_W),
          .CUT    (CUT_SHIFT)
      ) u_shift (
          .clk     (clk),
          .i_value ({s3_high, s3_low, 1'b0}),
          .i_shift (offset),
          .o_value (value),
          .o_sticky(sticky)
      );
      wire [1:0] s4_flags;
      wire [EXP_W:0] s4_beyond;
      reg [KEPT_W-1:0] s4_kept;
      always @(posedge clk) s4_kept <= {value, sticky};
      fp_delay #(
          .WIDTH (2),
          .CYCLES(3 + CUT_SHIFT)
      ) u_flags (
          .clk   (clk),
          .i_data(s2_flags),
          .o_data(s4_flags)
      );
      fp_delay #(
          .WIDTH (EXP_W + 1),
          .CYCLES(2 + CUT_SHIFT)
      ) u_beyond (
          .clk   (clk),
          .i_data(beyond),
          .o_data(s4_beyond)
      );

      wire more = ~s4_kept[KEPT_W-1] & (|s4_beyond);
      always @(posedge clk) begin
        s5_flags       <= s4_flags;
        s5_exponent    <= s4_beyond + {{EXP_W{1'b0}}, ~more};
        s5_significand <= more ? s4_kept[KEPT_W-2:0] : {s4_kept[KEPT_W-1:2], |s4_kept[1:0]};
      end
    end
  endgenerate

  // Stage 6: round and pack.
  wire [EXP_W+FRAC_W:0] rounded;
  fp_round #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_round (
      .clk          (clk),
      .i_sign       (s5_flags[0]),
      .i_exponent   (s5_exponent),
      .i_significand(s5_significand),
      .i_nan        (s5_flags[1]),
      .o_y          (rounded)
  );

  fp_delay #(
      .WIDTH (1 + EXP_W + FRAC_W),
      .CYCLES(LATENCY - STAGES - CUT_PRODUCT - CUT_SHIFT)
  ) u_delay (
      .clk   (clk),
      .i_data(rounded),
      .o_data(o_y)
  );

endmodule

`default_nettype wire
