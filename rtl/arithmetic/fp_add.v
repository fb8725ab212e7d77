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

  // One C++ function for all instances, but for what reads the ports: a wide cascade compiles in less than half the
  // time, and the instructions of a clock stay in the first-level cache.
  /* verilator no_inline_module */

  localparam integer STAGES = 5;
  localparam integer CUT_NORMALISE = LATENCY > STAGES ? 1 : 0;
  localparam integer CUT_ORDER = LATENCY > STAGES + 1 ? 1 : 0;
  localparam integer CUT_ALIGN = LATENCY > STAGES + 2 ? 1 : 0;
  localparam integer ALIGNED_W = FRAC_W + 4;  // hidden bit, fraction, guard, round, sticky
  localparam integer SUM_W = ALIGNED_W + 1;  // a carry above
  localparam integer SHIFT_W = $clog2(SUM_W + 1);
  localparam integer WINDOW = 1 << SHIFT_W;  // more than SUM_W
  // Exponents are compared with shift distances; either may be wider.
  localparam integer DISTANCE_W = (EXP_W > SHIFT_W ? EXP_W : SHIFT_W) + 1;
  // From this distance on, nothing but the sticky bit is left of the smaller operand.
  localparam integer FARTHEST = ALIGNED_W - 1;

  fp_parameter_range #(.VALUE(EXP_W), .LOWEST(3), .HIGHEST(15)) u_check_exp_w ();
  fp_parameter_range #(.VALUE(FRAC_W), .LOWEST(2), .HIGHEST(112)) u_check_frac_w ();
  fp_parameter_range #(.VALUE(LATENCY), .LOWEST(STAGES), .HIGHEST(16)) u_check_latency ();

  // Stage 1: order by magnitude, classify.
  wire at_least, a_is_larger;
  wire [EXP_W+FRAC_W:0] a, b_signed;
  fp_compare #(
      .WIDTH(EXP_W + FRAC_W)
  ) u_compare (
      .i_a       (i_a[EXP_W+FRAC_W-1:0]),
      .i_b       (i_b[EXP_W+FRAC_W-1:0]),
      .o_at_least(at_least)
  );
  generate
    if (CUT_ORDER == 0) begin : g_cut_order_none
      assign a_is_larger = at_least;
      assign a = i_a;
      assign b_signed = {i_b[EXP_W+FRAC_W] ^ i_sub, i_b[EXP_W+FRAC_W-1:0]};
    end else begin : g_cut_order
      reg held_is_larger;
      reg [EXP_W+FRAC_W:0] held_a, held_b;
      always @(posedge clk) begin
        held_is_larger <= at_least;
        held_a         <= i_a;
        held_b         <= {i_b[EXP_W+FRAC_W] ^ i_sub, i_b[EXP_W+FRAC_W-1:0]};
      end
      assign a_is_larger = held_is_larger;
      assign a = held_a;
      assign b_signed = held_b;
    end
  endgenerate

  wire [EXP_W+FRAC_W:0] larger = a_is_larger ? a : b_signed;
  wire [EXP_W+FRAC_W:0] smaller = a_is_larger ? b_signed : a;

  // If the larger one is infinite or not a number, so is the sum: the smaller one is taken for zero, and the exponent
  // stays beyond the format. Infinity minus infinity is not a number.
  reg [2:0] s1_flags;  // {subtracts, not a number, sign}
  reg [EXP_W-1:0] s1_exponent;
  reg [EXP_W-1:0] s1_difference;
  reg [FRAC_W:0] s1_large, s1_small;
  always @(posedge clk) begin : order
    reg [EXP_W-1:0] large_exponent, small_exponent;  // 1 for zero and subnormals
    reg large_hidden, small_hidden, differ;  // in sign

    large_exponent = larger[FRAC_W+:EXP_W];
    small_exponent = smaller[FRAC_W+:EXP_W];
    large_hidden = 1'b1;
    small_hidden = 1'b1;
    if (large_exponent == {EXP_W{1'b0}}) begin
      large_exponent[0] = 1'b1;
      large_hidden = 1'b0;
    end
    if (small_exponent == {EXP_W{1'b0}}) begin
      small_exponent[0] = 1'b1;
      small_hidden = 1'b0;
    end
    differ = larger[EXP_W+FRAC_W] ^ smaller[EXP_W+FRAC_W];
    s1_flags      <= {differ, 1'b0, larger[EXP_W+FRAC_W]};
    s1_exponent   <= large_exponent;
    s1_difference <= large_exponent - small_exponent;
    s1_large      <= {large_hidden, larger[FRAC_W-1:0]};
    s1_small      <= {small_hidden, smaller[FRAC_W-1:0]};
    if (&large_exponent) begin
      s1_flags <= {differ, (|larger[FRAC_W-1:0]) | (differ & (&small_exponent)), larger[EXP_W+FRAC_W]};
      s1_small <= {(FRAC_W + 1) {1'b0}};
    end
  end

  // Stage 2: align the smaller operand; one sticky bit stands for the bits that fall off the end.
  wire [DISTANCE_W-1:0] difference = {{(DISTANCE_W - EXP_W) {1'b0}}, s1_difference};
  wire [2:0] aligned_flags;
  wire [EXP_W-1:0] aligned_exponent;
  wire [FRAC_W:0] aligned_large;
  generate
    if (CUT_ALIGN == 0) begin : g_cut_align_none
      assign aligned_flags = s1_flags;
      assign aligned_exponent = s1_exponent;
      assign aligned_large = s1_large;
    end else begin : g_cut_align
      reg [2:0] held_flags;
      reg [EXP_W-1:0] held_exponent;
      reg [FRAC_W:0] held_large;
      always @(posedge clk) begin
        held_flags    <= s1_flags;
        held_exponent <= s1_exponent;
        held_large    <= s1_large;
      end
      assign aligned_flags = held_flags;
      assign aligned_exponent = held_exponent;
      assign aligned_large = held_large;
    end
  endgenerate

  reg [2:0] s2_flags;
  reg [EXP_W-1:0] s2_exponent;
  reg [FRAC_W:0] s2_large;
  reg [ALIGNED_W-1:0] s2_small;
  always @(posedge clk) begin
    s2_flags    <= aligned_flags;
    s2_exponent <= aligned_exponent;
    s2_large    <= aligned_large;
  end
  generate
    if (LATENCY == STAGES) begin : g_at_once
      always @(posedge clk) begin : align
        reg [SHIFT_W-1:0] distance;
        reg [WINDOW-1:0] unaligned, moved, fallen;
        reg unused_above;

        distance = difference > FARTHEST[DISTANCE_W-1:0] ? FARTHEST[SHIFT_W-1:0] : difference[SHIFT_W-1:0];
        unaligned = {{(WINDOW - ALIGNED_W) {1'b0}}, s1_small, 3'b000};
        moved = unaligned >> distance;
        fallen = unaligned & ~({WINDOW{1'b1}} << distance);
        unused_above = |moved[WINDOW-1:ALIGNED_W];
        s2_small <= {moved[ALIGNED_W-1:1], moved[0] | (|fallen)};
      end
    end else begin : g_by_steps
      // At 2**SHIFT_W places or more, the smaller operand changes nothing: it is less than half of the last place of
      // the larger one, also where their difference has to be shifted left by a place.
      wire vanishes;  // nothing is left of it, not even the sticky bit
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
          .i_value ({s1_small, 3'b000}),
          .i_shift (difference[SHIFT_W-1:0]),
          .o_value (aligned),
          .o_sticky(sticky)
      );
      always @(posedge clk)
        if (vanishes) s2_small <= {ALIGNED_W{1'b0}};  // the reset of a register on an FPGA
        else s2_small <= {aligned[ALIGNED_W-1:1], aligned[0] | sticky};
    end
  endgenerate

  // Stage 3: add magnitudes. The difference is never negative: the larger comes first. The complement takes a carry
  // into the last place: a single carry chain on an FPGA.
  wire subtracts = s2_flags[2];
  wire [SUM_W-1:0] addend = {1'b0, s2_small} ^ {SUM_W{subtracts}};
  wire [SUM_W-1:0] sum = {1'b0, s2_large, 3'b000} + addend + {{(SUM_W - 1) {1'b0}}, subtracts};
  reg [2:0] s3_flags;
  reg [EXP_W-1:0] s3_exponent;
  reg [SUM_W-1:0] s3_sum;
  always @(posedge clk) begin
    s3_flags    <= s2_flags;
    s3_exponent <= s2_exponent;
    s3_sum      <= sum;
  end

  // Stage 4: normalise, counting from the carry; the shift stops at the exponent of the subnormals. x - x is +0, yet
  // (-0) + (-0) keeps its sign.
  reg [1:0] s4_flags;
  reg [EXP_W:0] s4_exponent;
  reg [FRAC_W+2:0] s4_significand;
  generate
    if (LATENCY == STAGES) begin : g_normalise_at_once
      // Sums that begin with 1 or 01 take a short cut: others are rare, and a simulator then skips the search. Since no
      // exponent is 0, it does not limit that shift.
      always @(posedge clk) begin : normalise
        reg [WINDOW-1:0] normal, rest;
        reg [DISTANCE_W-1:0] shift;
        integer level;

        s4_flags <= s3_flags[1:0];
        normal = {s3_sum, {(WINDOW - SUM_W) {1'b0}}};
        shift = {{(DISTANCE_W - 1) {1'b0}}, ~s3_sum[SUM_W-1]};
        if (s3_sum[SUM_W-1-:2] == 2'b00) begin
          if (s3_flags[2] && s3_sum == {SUM_W{1'b0}}) s4_flags[0] <= 1'b0;
          rest = {s3_sum, {(WINDOW - SUM_W) {1'b1}}};  // the appended ones end the search
          shift = {DISTANCE_W{1'b0}};
          for (level = SHIFT_W - 1; level >= 0; level = level - 1) begin
            if ((rest >> (WINDOW - (1 << level))) == {WINDOW{1'b0}}) begin
              shift[level] = 1'b1;
              rest = rest << (1 << level);
            end
          end
          if (shift > {{(DISTANCE_W - EXP_W) {1'b0}}, s3_exponent})
            shift = {{(DISTANCE_W - EXP_W) {1'b0}}, s3_exponent};
        end
        normal = normal << shift[SHIFT_W-1:0];
        s4_exponent    <= {1'b0, s3_exponent} + {{EXP_W{1'b0}}, 1'b1} - shift[EXP_W:0];
        s4_significand <= {normal[WINDOW-1-:FRAC_W+2], |normal[WINDOW-FRAC_W-3-:3]};
      end
    end else begin : g_normalise_by_groups
      wire [SHIFT_W-1:0] zeros;
      fp_count_zeros #(
          .WIDTH(SUM_W)
      ) u_zeros (
          .i_value(s3_sum),
          .o_count(zeros)
      );
      reg [1:0] counted_flags;
      reg [EXP_W-1:0] counted_exponent;
      reg [SUM_W-1:0] counted_sum;
      reg [SHIFT_W-1:0] counted_zeros;
      always @(posedge clk) begin
        counted_flags    <= {s3_flags[1], s3_flags[0] & ~(s3_flags[2] & (s3_sum == {SUM_W{1'b0}}))};
        counted_exponent <= s3_exponent;
        counted_sum      <= s3_sum;
        counted_zeros    <= zeros;
      end

      wire [DISTANCE_W-1:0] wanted = {{(DISTANCE_W - SHIFT_W) {1'b0}}, counted_zeros};
      wire [DISTANCE_W-1:0] allowed = {{(DISTANCE_W - EXP_W) {1'b0}}, counted_exponent};
      reg limited;  // wanted > allowed, in fewer levels than a carry chain: the upper bits of wanted are 0
      integer place;
      always @* begin
        limited = 1'b0;
        for (place = 0; place < SHIFT_W; place = place + 1)
          limited = (wanted[place] & ~allowed[place]) | ((wanted[place] | ~allowed[place]) & limited);
        limited = limited & ~(|allowed[DISTANCE_W-1:SHIFT_W]);
        place = 0;  // otherwise synthesis keeps it
      end
      wire [DISTANCE_W-1:0] shift = limited ? allowed : wanted;
      wire [SUM_W-1:0] normal = counted_sum << shift;
      always @(posedge clk) begin
        s4_flags       <= counted_flags;
        s4_exponent    <= {1'b0, counted_exponent} + {{EXP_W{1'b0}}, 1'b1} - shift[EXP_W:0];
        s4_significand <= {normal[SUM_W-1:3], |normal[2:0]};
      end
    end
  endgenerate

  // Stage 5: round and pack.
  wire [EXP_W+FRAC_W:0] rounded;
  fp_round #(
      .EXP_W (EXP_W),
      .FRAC_W(FRAC_W)
  ) u_round (
      .clk          (clk),
      .i_sign       (s4_flags[0]),
      .i_exponent   (s4_exponent),
      .i_significand(s4_significand),
      .i_nan        (s4_flags[1]),
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
