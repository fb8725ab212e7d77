// fp_mul: IEEE 754 product of two numbers, one per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_y = i_a * i_b, rounded to nearest, ties to even. Subnormals, infinities and signed zeros follow the
//             standard; every NaN result is the canonical quiet NaN (sign 0, exponent all ones, fraction 100..0). No
//             exception flags.
//             A subnormal operand is multiplied as it is, and the product normalised by the operand's leading zeros,
//             which are counted while the multiplier works. One count is enough: the product of two subnormals is far
//             below the smallest subnormal, for any EXP_W >= 3.
// Parameters: EXP_W 3 .. 15 and FRAC_W 2 .. 112 bits, 11 and 52 are binary64.
//             LATENCY 6 .. 16 cycles. The pipeline has 6 stages; up to two more registers cut its longest paths: 7
//             within the sum of the partial products, 8 within the shift. From 7 on one shifter to the right, which
//             begins FRAC_W places to the left, serves both directions. With 8 no path has more than 7 levels of LUTs
//             in binary64. Further ones follow the last stage.
// Latency:    LATENCY cycles from inputs to output. No handshake, no reset: a pure data pipeline.
`default_nettype none

module fp_mul #(
    parameter integer EXP_W   = 11,
    parameter integer FRAC_W  = 52,
    parameter integer LATENCY = 6
) (
    input  wire                  clk,
    input  wire [EXP_W+FRAC_W:0] i_a,
    input  wire [EXP_W+FRAC_W:0] i_b,
    output wire [EXP_W+FRAC_W:0] o_y
);

  // One C++ function for all instances: a wide cascade compiles in less than half the time and runs no slower.
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

  fp_parameter_range #(.VALUE(EXP_W), .LOWEST(3), .HIGHEST(15)) u_check_exp_w ();
  fp_parameter_range #(.VALUE(FRAC_W), .LOWEST(2), .HIGHEST(112)) u_check_frac_w ();
  fp_parameter_range #(.VALUE(LATENCY), .LOWEST(STAGES), .HIGHEST(16)) u_check_latency ();

  // Stage 1: classify. The exponent is that of the product's bit of weight one, 2 * FRAC_W.
  wire a_sign, a_zero, a_infinite, a_nan;
  wire b_sign, b_zero, b_infinite, b_nan;
  wire [EXP_W-1:0] a_exponent, b_exponent;
  wire [FRAC_W:0] a_significand, b_significand;

  fp_unpack #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_a (
      .i_packed     (i_a),
      .o_sign       (a_sign),
      .o_exponent   (a_exponent),
      .o_significand(a_significand),
      .o_zero       (a_zero),
      .o_infinite   (a_infinite),
      .o_nan        (a_nan)
  );

  fp_unpack #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_b (
      .i_packed     (i_b),
      .o_sign       (b_sign),
      .o_exponent   (b_exponent),
      .o_significand(b_significand),
      .o_zero       (b_zero),
      .o_infinite   (b_infinite),
      .o_nan        (b_nan)
  );

  reg s1_sign, s1_infinite, s1_nan;
  reg signed [SIGNED_W-1:0] s1_exponent;
  reg [FRAC_W:0] s1_a, s1_b;
  always @(posedge clk) begin
    s1_sign <= a_sign ^ b_sign;
    s1_infinite <= a_infinite | b_infinite;
    s1_nan <= a_nan | b_nan | (a_infinite & b_zero) | (b_infinite & a_zero);
    s1_exponent <= {{(SIGNED_W - EXP_W) {1'b0}}, a_exponent} + {{(SIGNED_W - EXP_W) {1'b0}}, b_exponent} - BIAS;
    s1_a <= a_significand;
    s1_b <= b_significand;
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

  wire [ZEROS_W-1:0] zeros;
  generate
    if (LATENCY == STAGES) begin : g_count_at_once
      fp_leading_zeros #(
          .WIDTH(FRAC_W + 1)
      ) u_zeros (
          .i_value(s1_a[FRAC_W] ? s1_b : s1_a),
          .o_count(zeros)
      );
    end else begin : g_count_by_groups
      fp_count_zeros #(
          .WIDTH(FRAC_W + 1)
      ) u_zeros (
          .i_value(s1_a[FRAC_W] ? s1_b : s1_a),
          .o_count(zeros)
      );
    end
  endgenerate

  reg s2_sign, s2_infinite, s2_nan;
  reg signed [SIGNED_W-1:0] s2_exponent, s2_zeros;
  always @(posedge clk) begin
    s2_sign     <= s1_sign;
    s2_infinite <= s1_infinite;
    s2_nan      <= s1_nan;
    s2_exponent <= s1_exponent;
    s2_zeros    <= {{(SIGNED_W - ZEROS_W) {1'b0}}, zeros};
  end

  // Stages 3 to 5: distance; shift, where one sticky bit stands for the bits that fall off the end; one place more, if
  // the exponent allows, since the product of two significands in 1 .. 2 is in 1 .. 4.
  wire s5_sign, s5_infinite, s5_nan;
  wire [EXP_W:0] s5_exponent;
  wire [FRAC_W+2:0] s5_significand;
  generate
    if (LATENCY == STAGES) begin : g_two_shifters
      wire signed [SIGNED_W-1:0] deficit = -s2_exponent;
      reg s3_sign, s3_infinite, s3_nan, s3_right;
      reg [EXP_W:0] s3_exponent;  // of the product's first bit, 2 * FRAC_W + 1, once shifted
      reg [SHIFT_W-1:0] s3_distance;
      always @(posedge clk) begin
        s3_sign     <= s2_sign;
        s3_infinite <= s2_infinite;
        s3_nan      <= s2_nan;
        s3_right    <= s2_exponent[SIGNED_W-1];
        if (s2_exponent > s2_zeros) begin
          s3_exponent <= s2_exponent[EXP_W:0] - s2_zeros[EXP_W:0] + SMALLEST;
          s3_distance <= s2_zeros[SHIFT_W-1:0];
        end else if (!s2_exponent[SIGNED_W-1]) begin
          s3_exponent <= SMALLEST;
          s3_distance <= s2_exponent[SHIFT_W-1:0];
        end else begin
          s3_exponent <= SMALLEST;
          s3_distance <= deficit > $signed(FARTHEST[SIGNED_W-1:0]) ? FARTHEST[SHIFT_W-1:0] : deficit[SHIFT_W-1:0];
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

      reg s4_sign, s4_infinite, s4_nan;
      reg [EXP_W:0] s4_exponent;
      reg [KEPT_W-1:0] s4_kept;
      always @(posedge clk) begin
        s4_sign     <= s3_sign;
        s4_infinite <= s3_infinite;
        s4_nan      <= s3_nan;
        s4_exponent <= s3_exponent;
        s4_kept     <= {s3_high, s3_low[FRAC_W-1], |s3_low[FRAC_W-2:0]};
        if (s3_distance != {SHIFT_W{1'b0}}) s4_kept <= shifted({s3_high, s3_low}, s3_right, s3_distance);
      end

      reg sign, infinite, nan;
      reg [EXP_W:0] exponent;
      reg [FRAC_W+2:0] significand;
      always @(posedge clk) begin
        sign     <= s4_sign;
        infinite <= s4_infinite;
        nan      <= s4_nan;
        if (!s4_kept[KEPT_W-1] && (|s4_exponent[EXP_W:1])) begin
          exponent    <= s4_exponent - SMALLEST;
          significand <= s4_kept[KEPT_W-2:0];
        end else begin
          exponent    <= s4_exponent;
          significand <= {s4_kept[KEPT_W-1:2], |s4_kept[1:0]};
        end
      end
      assign {s5_sign, s5_infinite, s5_nan, s5_exponent, s5_significand} = {sign, infinite, nan, exponent, significand};
    end else begin : g_one_shifter
      // An offset of FRAC_W - e moves the product to the left by e places, or to the right where e is negative. A
      // product of 0, whose zeros may be one more than FRAC_W, stays 0 whatever the offset.
      localparam integer OFFSET_W = SHIFT_W + 1;
      localparam [OFFSET_W-1:0] LEFT = FRAC_W[OFFSET_W-1:0];
      wire signed [SIGNED_W-1:0] less = s2_exponent - s2_zeros;
      wire above = ~less[SIGNED_W-1] & (|less);
      reg far;  // to the right by 2**SHIFT_W places or more: nothing but the sticky bit is left
      reg [EXP_W:0] beyond;  // exponent beyond that of the subnormals
      reg [OFFSET_W-1:0] places, offset;
      always @(posedge clk) begin
        far    <= s2_exponent[SIGNED_W-1] & ~(&s2_exponent[SIGNED_W-1:SHIFT_W]);
        beyond <= less[EXP_W:0] & {(EXP_W + 1) {above}};
        places <= above ? s2_zeros[OFFSET_W-1:0] : s2_exponent[OFFSET_W-1:0];
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
      wire s4_sign, s4_infinite, s4_nan;
      wire [EXP_W:0] s4_beyond;
      reg [KEPT_W-1:0] s4_kept;
      always @(posedge clk) s4_kept <= {value, sticky};
      fp_delay #(
          .WIDTH (3),
          .CYCLES(3 + CUT_SHIFT)
      ) u_flags (
          .clk   (clk),
          .i_data({s2_sign, s2_infinite, s2_nan}),
          .o_data({s4_sign, s4_infinite, s4_nan})
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
      reg sign, infinite, nan;
      reg [EXP_W:0] exponent;
      reg [FRAC_W+2:0] significand;
      always @(posedge clk) begin
        sign        <= s4_sign;
        infinite    <= s4_infinite;
        nan         <= s4_nan;
        exponent    <= s4_beyond + {{EXP_W{1'b0}}, ~more};
        significand <= more ? s4_kept[KEPT_W-2:0] : {s4_kept[KEPT_W-1:2], |s4_kept[1:0]};
      end
      assign {s5_sign, s5_infinite, s5_nan, s5_exponent, s5_significand} = {sign, infinite, nan, exponent, significand};
    end
  endgenerate

  // Stage 6: round and pack.
  wire [EXP_W+FRAC_W:0] rounded;
  fp_round #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_round (
      .clk          (clk),
      .i_sign       (s5_sign),
      .i_exponent   (s5_exponent),
      .i_significand(s5_significand),
      .i_infinite   (s5_infinite),
      .i_nan        (s5_nan),
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
