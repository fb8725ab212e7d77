// fp_quotient5: an integer divided by 5, quotient and remainder.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    i_value = 5 * o_quotient + o_remainder, o_remainder 0 .. 4, in logarithmic depth and without carries.
//             Long division in hexadecimal digits: the remainder a digit is divided with is what all digits above it
//             leave, and since 16 = 1 modulo 5, that is their sum modulo 5. The sums of all digits are formed at
//             once: after step s a digit's place holds the sum of 2**s digits, its own and those above.
//             All digits are treated alike, so each bit of a digit or of a remainder is a vector with one bit in each
//             digit's place, and what is done with them is logic on vectors: one LUT or two a bit on an FPGA (of
//             small sums its mapper would make carry chains), a few words of a simulator's machine. Zero leaves
//             early: a simulator passes by the steps where nothing is divided.
// Parameters: WIDTH >= 5 bits. The caller's values are below 5 * 2**QUOTIENT_W, so that the quotients fit.
// Latency:    1 cycle: the sums come before the registers, the digits of the quotient behind them.
`default_nettype none

module fp_quotient5 #(
    parameter integer WIDTH      = 56,
    parameter integer QUOTIENT_W = WIDTH - 3
) (
    input  wire                  clk,
    input  wire [     WIDTH-1:0] i_value,
    output wire [QUOTIENT_W-1:0] o_quotient,
    output wire [           2:0] o_remainder
);

  localparam integer DIGITS = (WIDTH + 3) / 4;
  localparam integer W = 4 * DIGITS;
  localparam integer STEPS = $clog2(DIGITS);
  localparam [W-1:0] ONES = {DIGITS{4'd1}};

  // Remainders 0 .. 4 in bits of weight 4, 2, 1: of each digit, then of the sums. A sum r + t, 0 .. 8, leaves
  // itself or 5 less; a remainder of 4 has no other bits, so nothing is carried into the place of weight 4 beside it.
  wire [W-1:0] value = {{(W - WIDTH) {1'b0}}, i_value};
  reg [W-1:0] d8, d4, d2, d1, r4, r2, r1, t4, t2, t1, carry, sum8, sum4, sum2, sum1;
  integer step;
  always @* begin
    {d8, d4, d2, d1} = {4 * W{1'b0}};
    {r4, r2, r1} = {3 * W{1'b0}};
    {t4, t2, t1} = {3 * W{1'b0}};
    {carry, sum8, sum4, sum2, sum1} = {5 * W{1'b0}};
    step = 0;
    if (value != {W{1'b0}}) begin
      d8 = value >> 3 & ONES;
      d4 = value >> 2 & ONES;
      d2 = value >> 1 & ONES;
      d1 = value & ONES;
      r4 = (~d8 & d4 & ~d2 & ~d1) | (d8 & ~d4 & ~d2 & d1) | (d8 & d4 & d2 & ~d1);  // 4, 9, 14
      r2 = (~d8 & d2 & (~d4 | d1)) | (d8 & ~d2 & (d4 | ~d1));  // 2, 3, 7; 8, 12, 13
      r1 = (~d8 & ~d4 & d1) | (~d8 & d4 & d2 & ~d1) |  // 1, 3; 6
          (d8 & ~d4 & (d2 ~^ d1)) | (d8 & d4 & ~d2 & d1);  // 8, 11; 13
      for (step = 0; step < STEPS; step = step + 1) begin
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
      end
    end
  end

  reg [W-1:0] s1_value, s1_r4, s1_r2, s1_r1;
  always @(posedge clk) begin
    s1_value <= value;
    s1_r4    <= r4;
    s1_r2    <= r2;
    s1_r1    <= r1;
  end

  // Long division in each digit, from its first bit to its last: the remainder so far and the next bit are a number
  // v, 0 .. 9, which is 5 times the quotient's next bit and a new remainder.
  reg [W-1:0] quotient, v8, v4, v2, v1, q, rest4, rest2, rest1;
  integer place;
  always @* begin
    quotient = {W{1'b0}};
    {v8, v4, v2, v1} = {4 * W{1'b0}};
    q = {W{1'b0}};
    rest4 = s1_r4 >> 4;
    rest2 = s1_r2 >> 4;
    rest1 = s1_r1 >> 4;
    place = 0;
    if (s1_value != {W{1'b0}}) begin
      for (place = 3; place >= 0; place = place - 1) begin
        v8 = rest4;
        v4 = rest2;
        v2 = rest1;
        v1 = s1_value >> place & ONES;
        q = v8 | (v4 & (v2 | v1));
        rest4 = (v4 & ~v2 & ~v1) | (v8 & v1);
        rest2 = (~v4 & v2) | (v2 & v1) | (v8 & ~v1);
        rest1 = (~v8 & ~v4 & v1) | (v4 & v2 & ~v1) | (v8 & ~v1);
        quotient = quotient | q << place;
      end
    end
  end

  wire [W-1:QUOTIENT_W] unused_zeros = quotient[W-1:QUOTIENT_W];
  assign o_quotient  = quotient[QUOTIENT_W-1:0];
  assign o_remainder = {s1_r4[0], s1_r2[0], s1_r1[0]};

endmodule

`default_nettype wire
