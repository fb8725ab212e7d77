// fp_div5: IEEE 754 quotient of a number and 5, one per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_y = i_a / 5, rounded to nearest, ties to even. Subnormals, infinities and signed zeros follow the
//             standard; every NaN result is the canonical quiet NaN (sign 0, exponent all ones, fraction 100..0). No
//             exception flags.
//             The significand is an integer. Shifted left by 2 or 3 places it gives an integer quotient of exactly
//             FRAC_W + 1 bits; near the subnormal numbers it is shifted only as far as the exponent allows, and the
//             quotient has as many bits as the result. So one division of integers serves all numbers, none is ever
//             shifted right, and the remainder decides the rounding: 5 is odd, so there is no tie, and remainders 3 and
//             4 lie above half.
//             Long division in hexadecimal digits, without carries and in logarithmic depth: a digit is divided
//             together with the remainder of all digits above it, and since 16 = 1 modulo 5, that remainder is their
//             sum modulo 5. The sums of all digits are formed at once: after step s a digit's place holds the sum of
//             2**s digits, its own and those above.
//             All digits are treated alike, so each bit of a digit or of a remainder is a vector with one bit per
//             digit, and the division is logic on these vectors: one or two LUTs per bit on an FPGA (small sums would
//             be mapped to carry chains), a few machine words in a simulator.
//             Plus zero toggles nothing but a flag: while its result is not needed, feed the divider zeros and it
//             rests.
// Parameters: EXP_W 3 .. 15 and FRAC_W 2 .. 112 bits, 11 and 52 are binary64.
//             LATENCY 2 .. 16 cycles. The pipeline has 2 stages; up to two more registers cut its longest paths: 3
//             before the sums of digits, 4 between the quotient and its rounding. Further ones follow the last stage.
// Latency:    LATENCY cycles from input to output. No handshake, no reset: a pure data pipeline.
`default_nettype none

module fp_div5 #(
    parameter integer EXP_W   = 11,
    parameter integer FRAC_W  = 52,
    parameter integer LATENCY = 2
) (
    input  wire                  clk,
    input  wire [EXP_W+FRAC_W:0] i_a,
    output wire [EXP_W+FRAC_W:0] o_y
);

  // One C++ function for all instances: a wide cascade compiles in less than half the time and runs no slower.
  /* verilator no_inline_module */

  localparam integer STAGES = 2;
  localparam integer CUT_SUMS = LATENCY > STAGES ? 1 : 0;
  localparam integer CUT_ROUND = LATENCY > STAGES + 1 ? 1 : 0;
  localparam integer WIDTH = 1 + EXP_W + FRAC_W;
  localparam integer DIGITS = (FRAC_W + 4 + 3) / 4;  // of hidden bit, fraction, 3 places to the left
  localparam integer W = 4 * DIGITS;
  localparam integer STEPS = $clog2(DIGITS);
  localparam integer FIRST_STEPS = CUT_SUMS == 1 ? 0 : STEPS;  // before the register
  localparam [W-1:0] ONES = {DIGITS{4'd1}};

  fp_parameter_range #(.VALUE(EXP_W), .LOWEST(3), .HIGHEST(15)) u_check_exp_w ();
  fp_parameter_range #(.VALUE(FRAC_W), .LOWEST(2), .HIGHEST(112)) u_check_frac_w ();
  fp_parameter_range #(.VALUE(LATENCY), .LOWEST(STAGES), .HIGHEST(16)) u_check_latency ();

  // Stage 1: classify, shift; the sums of digits, whose remainders are 0 .. 4 in bits of weight 4, 2, 1. A sum r + t,
  // 0 .. 8, leaves itself or 5 less; a remainder of 4 has no other bits, so nothing is carried into the place of weight
  // 4 beside it.
  function [3*W-1:0] summed(input [3*W-1:0] terms, input integer step);
    reg [W-1:0] r4, r2, r1, t4, t2, t1, carry, sum8, sum4, sum2, sum1;
    begin
      {r4, r2, r1} = terms;
      t4 = r4 >> (4 << step);
      t2 = r2 >> (4 << step);
      t1 = r1 >> (4 << step);
      sum1 = r1 ^ t1;
      carry = r1 & t1;
      sum2 = r2 ^ t2 ^ carry;
      sum4 = (r4 ^ t4) | (r2 & t2) | ((r2 ^ t2) & carry);
      sum8 = r4 & t4;
      r4 = sum4 & ~sum2 & ~sum1;
      r2 = (~sum4 & sum2) | (sum2 & sum1) | sum8;
      r1 = (~sum4 & sum1) | (sum4 & sum2 & ~sum1) | sum8;
      summed = {r4, r2, r1};
    end
  endfunction

  reg s0_divides;
  reg [WIDTH-1:0] s0_base;  // the quotient is added to this; its hidden bit adds 1 to the exponent field
  reg [W-1:0] s0_value, s0_r4, s0_r2, s0_r1;
  always @(posedge clk) begin
    s0_divides <= i_a != {WIDTH{1'b0}};
    if (i_a != {WIDTH{1'b0}}) begin : sums
      reg hidden, special, nan;
      reg [EXP_W-1:0] allowed;
      reg [1:0] wanted, shift;
      reg [W-1:0] value, d8, d4, d2, d1, r4, r2, r1;
      integer step;

      hidden  = |i_a[FRAC_W+:EXP_W];
      special = &i_a[FRAC_W+:EXP_W];
      nan     = special & (|i_a[FRAC_W-1:0]);
      // Significands from 1.25 on reach the hidden bit of the quotient with 2 places.
      allowed = i_a[FRAC_W+:EXP_W] - {{(EXP_W - 1) {1'b0}}, hidden};
      wanted  = {hidden, i_a[FRAC_W-1-:2]} >= 3'd5 ? 2'd2 : 2'd3;
      shift   = (|(i_a[FRAC_W+:EXP_W] >> 3)) || allowed[2:0] > {1'b0, wanted} ? wanted : allowed[1:0];
      value   = {{(W - 1 - FRAC_W) {1'b0}}, hidden, i_a[FRAC_W-1:0]} << shift;
      if (special) value = {W{1'b0}};

      d8 = value >> 3 & ONES;
      d4 = value >> 2 & ONES;
      d2 = value >> 1 & ONES;
      d1 = value & ONES;
      r4 = (~d8 & d4 & ~d2 & ~d1) | (d8 & ~d4 & ~d2 & d1) | (d8 & d4 & d2 & ~d1);  // 4, 9, 14
      r2 = (~d8 & d2 & (~d4 | d1)) | (d8 & ~d2 & (d4 | ~d1));  // 2, 3, 7; 8, 12, 13
      r1 = (~d8 & ~d4 & d1) | (~d8 & d4 & d2 & ~d1) |  // 1, 3; 6
          (d8 & ~d4 & (d2 ~^ d1)) | (d8 & d4 & ~d2 & d1);  // 8, 11; 13
      for (step = 0; step < FIRST_STEPS; step = step + 1) {r4, r2, r1} = summed({r4, r2, r1}, step);

      if (special) s0_base <= {i_a[WIDTH-1] & ~nan, {EXP_W{1'b1}}, nan, {(FRAC_W - 1) {1'b0}}};
      else s0_base <= {i_a[WIDTH-1], allowed - {{(EXP_W - 2) {1'b0}}, shift}, {FRAC_W{1'b0}}};
      s0_value <= value;
      s0_r4    <= r4;
      s0_r2    <= r2;
      s0_r1    <= r1;
    end
  end

  wire s1_divides;
  wire [WIDTH-1:0] s1_base;
  wire [W-1:0] s1_value, s1_r4, s1_r2, s1_r1;
  generate
    if (CUT_SUMS == 0) begin : g_all_sums
      assign {s1_divides, s1_base, s1_value, s1_r4, s1_r2, s1_r1} = {s0_divides, s0_base, s0_value, s0_r4, s0_r2, s0_r1};
    end else begin : g_more_sums
      reg divides;
      reg [WIDTH-1:0] base;
      reg [W-1:0] value, more4, more2, more1;
      always @(posedge clk) begin
        divides <= s0_divides;
        if (s0_divides) begin : sums
          reg [W-1:0] r4, r2, r1;
          integer step;

          {r4, r2, r1} = {s0_r4, s0_r2, s0_r1};
          for (step = FIRST_STEPS; step < STEPS; step = step + 1) {r4, r2, r1} = summed({r4, r2, r1}, step);
          base  <= s0_base;
          value <= s0_value;
          more4 <= r4;
          more2 <= r2;
          more1 <= r1;
        end
      end
      assign {s1_divides, s1_base, s1_value, s1_r4, s1_r2, s1_r1} = {divides, base, value, more4, more2, more1};
    end
  endgenerate

  // Stage 2: long division in each digit, from its first bit to its last: the remainder so far and the next bit are a
  // number v, 0 .. 9, which is 5 times the quotient's next bit and a new remainder. Then round and pack: a carry out of
  // the fraction increments the exponent field, as it must.
  function [FRAC_W:0] divided(input [W-1:0] value, input [W-1:0] r4, input [W-1:0] r2, input [W-1:0] r1);
    reg unused_zeros;
    reg [W-1:0] quotient, v8, v4, v2, v1, q, rest4, rest2, rest1;
    integer place;
    begin
      quotient = {W{1'b0}};
      rest4 = r4 >> 4;
      rest2 = r2 >> 4;
      rest1 = r1 >> 4;
      for (place = 3; place >= 0; place = place - 1) begin
        v8 = rest4;
        v4 = rest2;
        v2 = rest1;
        v1 = value >> place & ONES;
        q = v8 | (v4 & (v2 | v1));
        rest4 = (v4 & ~v2 & ~v1) | (v8 & v1);
        rest2 = (~v4 & v2) | (v2 & v1) | (v8 & ~v1);
        rest1 = (~v8 & ~v4 & v1) | (v4 & v2 & ~v1) | (v8 & ~v1);
        quotient = quotient | q << place;
      end
      unused_zeros = |quotient[W-1:FRAC_W+1];
      divided = quotient[FRAC_W:0];
    end
  endfunction

  wire above_half = {s1_r4[0], s1_r2[0], s1_r1[0]} >= 3'd3;
  reg [WIDTH-1:0] rounded;
  generate
    if (CUT_ROUND == 0) begin : g_at_once
      always @(posedge clk)
        if (~s1_divides) rounded <= {WIDTH{1'b0}};
        else
          rounded <= s1_base + {{EXP_W{1'b0}}, divided(s1_value, s1_r4, s1_r2, s1_r1)}
                   + {{(WIDTH - 1) {1'b0}}, above_half};
    end else begin : g_apart
      reg divides, increments;
      reg [WIDTH-1:0] base;
      reg [FRAC_W:0] quotient;
      always @(posedge clk) begin
        divides <= s1_divides;
        if (s1_divides) begin
          increments <= above_half;
          base       <= s1_base;
          quotient   <= divided(s1_value, s1_r4, s1_r2, s1_r1);
        end
        if (~divides) rounded <= {WIDTH{1'b0}};
        else rounded <= base + {{EXP_W{1'b0}}, quotient} + {{(WIDTH - 1) {1'b0}}, increments};
      end
    end
  endgenerate

  fp_delay #(
      .WIDTH (WIDTH),
      .CYCLES(LATENCY - STAGES - CUT_SUMS - CUT_ROUND)
  ) u_delay (
      .clk   (clk),
      .i_data(rounded),
      .o_data(o_y)
  );

endmodule

`default_nettype wire
