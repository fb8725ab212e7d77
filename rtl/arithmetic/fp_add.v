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
//             LATENCY 5 .. 16 cycles; the pipeline has 5 stages; a larger LATENCY appends registers.
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
  wire a_is_larger = i_a[EXP_W+FRAC_W-1:0] >= i_b[EXP_W+FRAC_W-1:0];
  wire [EXP_W+FRAC_W:0] b_signed = {i_b[EXP_W+FRAC_W] ^ i_sub, i_b[EXP_W+FRAC_W-1:0]};
  wire large_sign, large_infinite, large_nan;
  wire small_sign, small_infinite, small_nan;
  wire [EXP_W-1:0] large_exponent, small_exponent;
  wire [FRAC_W:0] large_significand, small_significand;
  wire unused_large_zero, unused_small_zero;

  fp_unpack #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_large (
      .i_packed     (a_is_larger ? i_a : b_signed),
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
      .i_packed     (a_is_larger ? b_signed : i_a),
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
  wire [DISTANCE_W-1:0] distance = difference > FARTHEST[DISTANCE_W-1:0] ? FARTHEST[DISTANCE_W-1:0] : difference;
  wire [ALIGNED_W-1:0] unaligned = {s1_small, 3'b000};
  wire [ALIGNED_W-1:0] aligned = unaligned >> distance;
  wire [ALIGNED_W-1:0] fallen = unaligned & ~({ALIGNED_W{1'b1}} << distance);

  reg s2_sign, s2_subtracts, s2_infinite, s2_nan;
  reg [EXP_W-1:0] s2_exponent;
  reg [FRAC_W:0] s2_large;
  reg [ALIGNED_W-1:0] s2_small;
  always @(posedge clk) begin
    s2_sign      <= s1_sign;
    s2_subtracts <= s1_subtracts;
    s2_infinite  <= s1_infinite;
    s2_nan       <= s1_nan;
    s2_exponent  <= s1_exponent;
    s2_large     <= s1_large;
    s2_small     <= {aligned[ALIGNED_W-1:1], aligned[0] | (|fallen)};
  end

  // Stage 3: add magnitudes. The difference is never negative: the larger comes first.
  reg s3_sign, s3_subtracts, s3_infinite, s3_nan;
  reg [EXP_W-1:0] s3_exponent;
  reg [SUM_W-1:0] s3_sum;
  always @(posedge clk) begin
    s3_sign      <= s2_sign;
    s3_subtracts <= s2_subtracts;
    s3_infinite  <= s2_infinite;
    s3_nan       <= s2_nan;
    s3_exponent  <= s2_exponent;
    if (s2_subtracts) s3_sum <= {1'b0, s2_large, 3'b000} - {1'b0, s2_small};
    else s3_sum <= {1'b0, s2_large, 3'b000} + {1'b0, s2_small};
  end

  // Stage 4: normalise, counting from the carry; the shift stops at the exponent of the subnormals.
  wire [SHIFT_W-1:0] zeros;
  fp_leading_zeros #(
      .WIDTH(SUM_W)
  ) u_zeros (
      .i_value(s3_sum),
      .o_count(zeros)
  );
  wire [DISTANCE_W-1:0] wanted = {{(DISTANCE_W - SHIFT_W) {1'b0}}, zeros};
  wire [DISTANCE_W-1:0] allowed = {{(DISTANCE_W - EXP_W) {1'b0}}, s3_exponent};
  wire [DISTANCE_W-1:0] shift = wanted > allowed ? allowed : wanted;
  wire [SUM_W-1:0] normal = s3_sum << shift;

  reg s4_sign, s4_infinite, s4_nan;
  reg [EXP_W:0] s4_exponent;
  reg [FRAC_W+2:0] s4_significand;
  always @(posedge clk) begin
    // x - x is +0, yet (-0) + (-0) keeps its sign.
    s4_sign        <= s3_sign & ~(s3_subtracts & (s3_sum == {SUM_W{1'b0}}));
    s4_infinite    <= s3_infinite;
    s4_nan         <= s3_nan;
    s4_exponent    <= {1'b0, s3_exponent} + {{EXP_W{1'b0}}, 1'b1} - shift[EXP_W:0];
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
      .CYCLES(LATENCY - STAGES)
  ) u_delay (
      .clk   (clk),
      .i_data(rounded),
      .o_data(o_y)
  );

endmodule

`default_nettype wire
