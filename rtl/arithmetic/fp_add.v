// fp_add: IEEE 754 sum or difference of two numbers, one per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_y = i_a + i_b, or i_a - i_b where i_sub is 1, rounded to nearest, ties to even. Subnormals, infinities
//             and signed zeros follow the standard; every NaN result is the canonical quiet NaN (sign 0, exponent all
//             ones, fraction 100..0). No exception flags.
//             The larger magnitude comes first; the smaller one is aligned to it with three bits below the last place
//             (guard, round, sticky). Three are enough: where cancellation shifts the sum left by more than one place,
//             alignment has shifted the smaller one by at most one place and lost no bit.
// Parameters: EXP_W 3 .. 15 and FRAC_W 2 .. 112 bits, 11 and 52 are binary64.
//             LATENCY 5 .. 16 cycles. The pipeline has 5 stages; up to three more registers cut its longest paths, in
//             this order: 6 between counting zeros and normalising, 7 between comparing and ordering the operands, 8
//             within the alignment. With 8 no path has more than 7 levels of LUTs in binary64. Further ones follow the
//             last stage.
// Latency:    LATENCY cycles from inputs to output. No handshake, no reset: a pure data pipeline.
`default_nettype none

module fp_add #(
    parameter integer EXP_W   = 11,
    parameter integer FRAC_W  = 52,
    parameter integer LATENCY = 5
) (
    input  wire                  clk,
    input  wire                  i_sub,
    input  wire [EXP_W+FRAC_W:0] i_a,
    input  wire [EXP_W+FRAC_W:0] i_b,
    output wire [EXP_W+FRAC_W:0] o_y
);

  // One C++ function for all instances: a wide cascade compiles in less than half the time and runs no slower.
  /* verilator no_inline_module */

  localparam integer STAGES = 5;
  localparam integer CUT_NORMALISE = LATENCY > STAGES ? 1 : 0;
  localparam integer CUT_ORDER = LATENCY > STAGES + 1 ? 1 : 0;
  localparam integer CUT_ALIGN = LATENCY > STAGES + 2 ? 1 : 0;
  localparam integer ALIGNED_W = FRAC_W + 4;  // hidden bit, fraction, guard, round, sticky
  localparam integer SUM_W = ALIGNED_W + 1;  // a carry above
  localparam integer SHIFT_W = $clog2(SUM_W + 1);
  // Exponents are compared with shift distances; either may be wider.
  localparam integer DISTANCE_W = (EXP_W > SHIFT_W ? EXP_W : SHIFT_W) + 1;
  // From this distance on, nothing but the sticky bit is left of the smaller operand.
  localparam integer FARTHEST = ALIGNED_W - 1;

  fp_parameter_range #(.VALUE(EXP_W), .LOWEST(3), .HIGHEST(15)) u_check_exp_w ();
  fp_parameter_range #(.VALUE(FRAC_W), .LOWEST(2), .HIGHEST(112)) u_check_frac_w ();
  fp_parameter_range #(.VALUE(LATENCY), .LOWEST(STAGES), .HIGHEST(16)) u_check_latency ();

  // Stage 1: order by magnitude, classify.
  wire a_is_larger;
  wire [EXP_W+FRAC_W:0] a, b_signed;
  generate
    if (CUT_ORDER == 0) begin : g_cut_order_none
      assign {a_is_larger, a, b_signed} =
          {i_a[EXP_W+FRAC_W-1:0] >= i_b[EXP_W+FRAC_W-1:0], i_a, i_b[EXP_W+FRAC_W] ^ i_sub, i_b[EXP_W+FRAC_W-1:0]};
    end else begin : g_cut_order
      reg [1 + 2 * (1 + EXP_W + FRAC_W)-1:0] held;
      always @(posedge clk)
        held <= {i_a[EXP_W+FRAC_W-1:0] >= i_b[EXP_W+FRAC_W-1:0], i_a, i_b[EXP_W+FRAC_W] ^ i_sub, i_b[EXP_W+FRAC_W-1:0]};
      assign {a_is_larger, a, b_signed} = held;
    end
  endgenerate
  wire large_sign, large_infinite, large_nan;
  wire small_sign, small_infinite, small_nan;
  wire [EXP_W-1:0] large_exponent, small_exponent;
  wire [FRAC_W:0] large_significand, small_significand;
  wire unused_large_zero, unused_small_zero;

  fp_unpack #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_large (
      .i_packed     (a_is_larger ? a : b_signed),
      .o_sign       (large_sign),
      .o_exponent   (large_exponent),
      .o_significand(large_significand),
      .o_zero       (unused_large_zero),
      .o_infinite   (large_infinite),
      .o_nan        (large_nan)
  );

  fp_unpack #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_small (
      .i_packed     (a_is_larger ? b_signed : a),
      .o_sign       (small_sign),
      .o_exponent   (small_exponent),
      .o_significand(small_significand),
      .o_zero       (unused_small_zero),
      .o_infinite   (small_infinite),
      .o_nan        (small_nan)
  );

  wire subtracts = large_sign ^ small_sign;
  reg s1_sign, s1_subtracts, s1_infinite, s1_nan;
  reg [EXP_W-1:0] s1_exponent;
  reg [EXP_W-1:0] s1_difference;
  reg [FRAC_W:0] s1_large, s1_small;
  always @(posedge clk) begin
    s1_sign       <= large_sign;
    s1_subtracts  <= subtracts;
    s1_infinite   <= large_infinite | small_infinite;
    s1_nan        <= large_nan | small_nan | (large_infinite & small_infinite & subtracts);
    s1_exponent   <= large_exponent;
    s1_difference <= large_exponent - small_exponent;
    s1_large      <= large_significand;
    s1_small      <= small_significand;
  end

  // Stage 2: align the smaller operand; one sticky bit stands for the bits that fall off the end.
  wire [DISTANCE_W-1:0] difference = {{(DISTANCE_W - EXP_W) {1'b0}}, s1_difference};
  wire [ALIGNED_W-1:0] unaligned = {s1_small, 3'b000};
  wire [ALIGNED_W-1:0] lesser;
  wire vanishes;  // nothing is left of it, not even the sticky bit
  generate
    if (LATENCY == STAGES) begin : g_at_once
      assign vanishes = 1'b0;
      wire [DISTANCE_W-1:0] distance = difference > FARTHEST[DISTANCE_W-1:0] ? FARTHEST[DISTANCE_W-1:0] : difference;
      wire [ALIGNED_W-1:0] aligned = unaligned >> distance;
      wire [ALIGNED_W-1:0] fallen = unaligned & ~({ALIGNED_W{1'b1}} << distance);
      assign lesser = {aligned[ALIGNED_W-1:1], aligned[0] | (|fallen)};
    end else begin : g_by_steps
      // At 2**SHIFT_W places or more, the smaller operand changes nothing: it is less than half of the last place of
      // the larger one, also where their difference has to be shifted left by a place.
      fp_delay #(
          .WIDTH (1),
          .CYCLES(CUT_ALIGN)
      ) u_vanishes (
          .clk   (clk),
          .i_data(|difference[DISTANCE_W-1:SHIFT_W]),
          .o_data(vanishes)
      );
      wire [ALIGNED_W-1:0] aligned;
      wire sticky;
      fp_shift_right #(
          .WIDTH  (ALIGNED_W),
          .OUT_W  (ALIGNED_W),
          .SHIFT_W(SHIFT_W),
          .CUT    (CUT_ALIGN)
      ) u_align (
          .clk     (clk),
          .i_value (unaligned),
          .i_shift (difference[SHIFT_W-1:0]),
          .o_value (aligned),
          .o_sticky(sticky)
      );
      assign lesser = {aligned[ALIGNED_W-1:1], aligned[0] | sticky};
    end
  endgenerate

  wire aligned_sign, aligned_subtracts, aligned_infinite, aligned_nan;
  wire [EXP_W-1:0] aligned_exponent;
  wire [FRAC_W:0] aligned_large;
  generate
    if (CUT_ALIGN == 0) begin : g_cut_align_none
      assign {aligned_sign, aligned_subtracts, aligned_infinite, aligned_nan, aligned_exponent, aligned_large} =
          {s1_sign, s1_subtracts, s1_infinite, s1_nan, s1_exponent, s1_large};
    end else begin : g_cut_align
      reg [4 + EXP_W + FRAC_W + 1-1:0] held;
      always @(posedge clk)
        held <= {s1_sign, s1_subtracts, s1_infinite, s1_nan, s1_exponent, s1_large};
      assign {aligned_sign, aligned_subtracts, aligned_infinite, aligned_nan, aligned_exponent, aligned_large} = held;
    end
  endgenerate

  reg s2_sign, s2_subtracts, s2_infinite, s2_nan;
  reg [EXP_W-1:0] s2_exponent;
  reg [FRAC_W:0] s2_large;
  reg [ALIGNED_W-1:0] s2_small;
  always @(posedge clk) begin
    s2_sign      <= aligned_sign;
    s2_subtracts <= aligned_subtracts;
    s2_infinite  <= aligned_infinite;
    s2_nan       <= aligned_nan;
    s2_exponent  <= aligned_exponent;
    s2_large     <= aligned_large;
    s2_small     <= vanishes ? {ALIGNED_W{1'b0}} : lesser;  // the reset of a register on an FPGA
  end

  // Stage 3: add magnitudes. The difference is never negative: the larger comes first. Its complement needs a carry
  // into the last place, which comes out of one more place below it: a single carry chain on an FPGA.
  wire [SUM_W:0] doubled = {1'b0, s2_large, 3'b000, 1'b1} + {{1'b0, s2_small} ^ {SUM_W{s2_subtracts}}, s2_subtracts};
  wire unused_below = doubled[0];
  reg s3_sign, s3_subtracts, s3_infinite, s3_nan;
  reg [EXP_W-1:0] s3_exponent;
  reg [SUM_W-1:0] s3_sum;
  always @(posedge clk) begin
    s3_sign      <= s2_sign;
    s3_subtracts <= s2_subtracts;
    s3_infinite  <= s2_infinite;
    s3_nan       <= s2_nan;
    s3_exponent  <= s2_exponent;
    s3_sum       <= doubled[SUM_W:1];
  end

  // Stage 4: normalise, counting from the carry; the shift stops at the exponent of the subnormals. x - x is +0, yet
  // (-0) + (-0) keeps its sign.
  wire [SHIFT_W-1:0] zeros;
  generate
    if (LATENCY == STAGES) begin : g_count_at_once
      fp_leading_zeros #(
          .WIDTH(SUM_W)
      ) u_zeros (
          .i_value(s3_sum),
          .o_count(zeros)
      );
    end else begin : g_count_by_groups
      fp_count_zeros #(
          .WIDTH(SUM_W)
      ) u_zeros (
          .i_value(s3_sum),
          .o_count(zeros)
      );
    end
  endgenerate

  wire counted_sign, counted_infinite, counted_nan;
  wire [EXP_W-1:0] counted_exponent;
  wire [SUM_W-1:0] counted_sum;
  wire [SHIFT_W-1:0] counted_zeros;
  generate
    if (CUT_NORMALISE == 0) begin : g_cut_normalise_none
      assign {counted_sign, counted_infinite, counted_nan, counted_exponent, counted_sum, counted_zeros} =
          {s3_sign & ~(s3_subtracts & (s3_sum == {SUM_W{1'b0}})), s3_infinite, s3_nan, s3_exponent, s3_sum, zeros};
    end else begin : g_cut_normalise
      reg [3 + EXP_W + SUM_W + SHIFT_W-1:0] held;
      always @(posedge clk)
        held <= {s3_sign & ~(s3_subtracts & (s3_sum == {SUM_W{1'b0}})), s3_infinite, s3_nan, s3_exponent, s3_sum, zeros};
      assign {counted_sign, counted_infinite, counted_nan, counted_exponent, counted_sum, counted_zeros} = held;
    end
  endgenerate
  wire [DISTANCE_W-1:0] wanted = {{(DISTANCE_W - SHIFT_W) {1'b0}}, counted_zeros};
  wire [DISTANCE_W-1:0] allowed = {{(DISTANCE_W - EXP_W) {1'b0}}, counted_exponent};
  reg limited;  // wanted > allowed
  integer place;
  always @* begin
    limited = 1'b0;
    place   = 0;  // otherwise synthesis keeps it
    if (LATENCY == STAGES) limited = wanted > allowed;
    else begin  // fewer levels than a comparison by a carry chain: the upper bits of wanted are 0
      for (place = 0; place < SHIFT_W; place = place + 1)
        limited = (wanted[place] & ~allowed[place]) | ((wanted[place] | ~allowed[place]) & limited);
      limited = limited & ~(|allowed[DISTANCE_W-1:SHIFT_W]);
    end
  end
  wire [DISTANCE_W-1:0] shift = limited ? allowed : wanted;
  wire [SUM_W-1:0] normal = counted_sum << shift;

  reg s4_sign, s4_infinite, s4_nan;
  reg [EXP_W:0] s4_exponent;
  reg [FRAC_W+2:0] s4_significand;
  always @(posedge clk) begin
    s4_sign        <= counted_sign;
    s4_infinite    <= counted_infinite;
    s4_nan         <= counted_nan;
    s4_exponent    <= {1'b0, counted_exponent} + {{EXP_W{1'b0}}, 1'b1} - shift[EXP_W:0];
    s4_significand <= {normal[SUM_W-1:3], |normal[2:0]};
  end

  // Stage 5: round and pack.
  wire [EXP_W+FRAC_W:0] rounded;
  fp_round #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_round (
      .clk          (clk),
      .i_sign       (s4_sign),
      .i_exponent   (s4_exponent),
      .i_significand(s4_significand),
      .i_infinite   (s4_infinite),
      .i_nan        (s4_nan),
      .o_y          (rounded)
  );

  fp_delay #(
      .WIDTH (1 + EXP_W + FRAC_W),
      .CYCLES(LATENCY - STAGES - CUT_NORMALISE - CUT_ORDER - CUT_ALIGN)
  ) u_delay (
      .clk   (clk),
      .i_data(rounded),
      .o_data(o_y)
  );

endmodule

`default_nettype wire
