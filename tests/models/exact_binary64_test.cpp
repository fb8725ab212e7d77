// Arithmetic written out in integers has the bits of the machine's, in each rounding that both know.
// SPDX-License-Identifier: Apache-2.0
#include "models/formula/exact_binary64.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "models/values/canonical_nan.hpp"

namespace stencil::exact_binary64_test {
namespace {

using Operation = double (*)(double, double, Rounding);

double add(double a, double b) {
  volatile double x = a, y = b;
  return canonical_nan(x + y);
}
double multiply(double a, double b) {
  volatile double x = a, y = b;
  return canonical_nan(x * y);
}
double divide(double a, double b) {
  volatile double x = a, y = b;
  return canonical_nan(x / y);
}

struct Pair {
  Operation exact;
  double (*machine)(double, double);
};
const Pair pairs[] = {{exact_sum, add}, {exact_product, multiply}, {exact_quotient, divide}};

void expect_same(double a, double b) {
  for (const Pair& pair : pairs) {
    EXPECT_EQ(bits_of(pair.exact(a, b, Rounding::nearest_even)), bits_of(pair.machine(a, b)))
        << "operation " << &pair - pairs << std::hexfloat << " of " << a << " and " << b;
  }
}

// Exponents and fractions at every limit of the format.
std::vector<double> limits() {
  std::vector<double> values;
  for (const std::uint64_t field : {0ull, 1ull, 2ull, 52ull, 53ull, 54ull, 969ull, 1022ull, 1023ull, 1024ull, 1075ull,
                                    1076ull, 1077ull, 2045ull, 2046ull, 2047ull}) {
    for (const std::uint64_t fraction :
         {0ull, 1ull, 2ull, 3ull, 0x8000000000000ull, 0x8000000000001ull, 0xffffffffffffeull, 0xfffffffffffffull}) {
      for (const std::uint64_t sign : {0ull, 1ull}) values.push_back(from_bits(sign << 63 | field << 52 | fraction));
    }
  }
  return values;
}

TEST(ExactBinary64, HasTheMachinesBitsAtEveryLimitOfTheFormat) {
  const std::vector<double> values = limits();
  for (const double a : values) {
    for (const double b : values) expect_same(a, b);
    expect_same(a, 5.0);
  }
}

// Operands of any bits, of near exponents (ties and cancellation) and of few bits (exact results and ties).
std::vector<std::pair<double, double>> random_pairs() {
  std::mt19937_64 random(1);
  std::vector<std::pair<double, double>> all;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t a = random();
    all.emplace_back(from_bits(a), from_bits(random()));
    const std::uint64_t near = 1000 + random() % 60;
    all.emplace_back(from_bits((a & 0x800fffffffffffff) | (near << 52)),
                     from_bits((random() & 0x800fffffffffffff) | ((near + random() % 4) << 52)));
    const std::uint64_t few = ~0ull << (20 + random() % 30);
    all.emplace_back(from_bits((a & few & 0x800fffffffffffff) | (near << 52)),
                     from_bits((random() & few & 0x800fffffffffffff) | ((near + random() % 56) << 52)));
    // Results at the edge of the subnormals.
    all.emplace_back(from_bits((a & 0x800fffffffffffff) | ((random() % 60) << 52)),
                     from_bits((random() & 0x800fffffffffffff) | ((963 + random() % 120) << 52)));
  }
  return all;
}

TEST(ExactBinary64, HasTheMachinesBitsForRandomOperands) {
  for (const auto& [a, b] : random_pairs()) expect_same(a, b);
}

// The machine rounds to zero, and to either side: away from zero is the one of the result's sign.
TEST(ExactBinary64, RoundsToZeroAndAwayAsTheMachine) {
  for (const auto& [a, b] : random_pairs()) {
    for (const Pair& pair : pairs) {
      std::fesetround(FE_TOWARDZERO);
      const double down = pair.machine(a, b);
      std::fesetround(std::signbit(down) ? FE_DOWNWARD : FE_UPWARD);
      const double up = pair.machine(a, b);
      std::fesetround(FE_TONEAREST);
      if (std::isinf(up)) continue;        // overflow is rounded as to nearest
      if (up == 0 && down == 0) continue;  // the sign of an exact zero depends on the machine's mode
      EXPECT_EQ(bits_of(pair.exact(a, b, Rounding::toward_zero)), bits_of(down)) << &pair - pairs;
      EXPECT_EQ(bits_of(pair.exact(a, b, Rounding::away_from_zero)), bits_of(up)) << &pair - pairs;
    }
  }
}

TEST(ExactBinary64, TakesTiesAwayAndLosesTheStickyBit) {
  const double half = std::ldexp(1.0, -53);  // of the last place of 1
  EXPECT_EQ(exact_sum(1.0, half), 1.0);
  EXPECT_EQ(exact_sum(1.0, half, Rounding::nearest_away), 1.0 + 2 * half);
  // 1 ends in ...00, and the three numbers behind it in 01, 10, 11.
  const double kept[] = {1.0, 1.0 + 2 * half, 1.0 + 4 * half, 1.0 + 6 * half};
  const bool up[3][4] = {{true, false, true, false}, {false, false, false, false}, {false, false, true, true}};
  const Rounding ties[] = {Rounding::nearest_odd, Rounding::nearest_zero, Rounding::nearest_by_next};
  for (int rounding = 0; rounding < 3; ++rounding) {
    for (int last = 0; last < 4; ++last) {
      EXPECT_EQ(exact_sum(kept[last], half, ties[rounding]), kept[last] + (up[rounding][last] ? 2 * half : 0.0))
          << rounding << ' ' << last;
      EXPECT_EQ(exact_sum(kept[last], 1.25 * half, ties[rounding]), kept[last] + 2 * half) << "no tie";
    }
  }
  EXPECT_EQ(exact_sum(-1.0, -half, Rounding::nearest_away), -1.0 - 2 * half);
  const double above = half + std::ldexp(1.0, -80);
  EXPECT_EQ(exact_sum(1.0, above), 1.0 + 2 * half);
  EXPECT_EQ(exact_sum(1.0, above, Rounding::no_sticky), 1.0);
  EXPECT_EQ(exact_sum(1.0 + 2 * half, above, Rounding::no_sticky), 1.0 + 4 * half);
  EXPECT_EQ(exact_sum(1.0, std::ldexp(1.0, -80), Rounding::nearest_away), 1.0);
}

TEST(ExactBinary64, LosesTheLowerBitsOfTheStickyBit) {
  const double half = std::ldexp(1.0, -53);  // of the last place of 1
  EXPECT_EQ(exact_sum(1.0, half + std::ldexp(1.0, -80), Rounding::short_sticky), 1.0);
  EXPECT_EQ(exact_sum(1.0, half + std::ldexp(1.0, -55), Rounding::short_sticky), 1.0);
  EXPECT_EQ(exact_sum(1.0, half + std::ldexp(1.0, -54), Rounding::short_sticky), 1.0 + 2 * half);
  // (1 + 2^-52)*(1 + 3*2^-52), below 2, and 1.5 times each, above: a part of a last place is left of both.
  const double a = 1.0 + 2 * half, b = 1.0 + 6 * half;
  for (const Rounding rounding : {Rounding::no_sticky_from_two, Rounding::short_sticky_from_two}) {
    EXPECT_EQ(exact_product(a, b, rounding), exact_product(a, b));
    EXPECT_EQ(exact_sum(1.0, half + std::ldexp(1.0, -80), rounding), 1.0 + 2 * half);
  }
  std::mt19937_64 random(7);
  int differ = 0;
  for (int i = 0; i < 2000; ++i) {
    const double x = 1.0 + std::ldexp(static_cast<double>(random() >> 12), -52);
    const double y = 1.0 + std::ldexp(static_cast<double>(random() >> 12), -52);
    const bool from_two = std::fma(x, y, -2.0) >= 0;
    const double got = exact_product(x, y, Rounding::short_sticky_from_two);
    EXPECT_EQ(got, exact_product(x, y, from_two ? Rounding::short_sticky : Rounding::nearest_even));
    differ += got != x * y ? 1 : 0;
    if (got != x * y) {
      EXPECT_LT(got, x * y);
    }
  }
  // An even last place, a first bit behind it, none at the next: an eighth of those from two.
  EXPECT_GT(differ, 80);
  EXPECT_LT(differ, 250);
}

}  // namespace
}  // namespace stencil::exact_binary64_test
