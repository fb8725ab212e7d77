// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/text/decimal18.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

void expect_exact(double value) {
  const Decimal18 fast = decimal18(value);
  const Decimal18 exact = decimal18_exact(value);
  ASSERT_EQ(fast.digits, exact.digits) << value;
  ASSERT_EQ(fast.exponent, exact.exponent) << value;
}

TEST(Decimal18, IsExactForAnyBits) {
  std::mt19937_64 engine(test::test_seed());
  for (int round = 0; round < 2'000'000; ++round) {
    std::uint64_t bits = engine() & 0x7fffffffffffffff;
    if (round % 8 == 0) bits &= 0x800fffffffffffff;  // subnormal
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value) && value > 0) expect_exact(value);
  }
}

// Around changes of the number of digits, short mantissas, and both ends of the range.
TEST(Decimal18, IsExactAroundPowersOfTenAndOfTwo) {
  for (int power = -323; power <= 308; ++power) {
    const double ten = std::strtod(("1e" + std::to_string(power)).c_str(), nullptr);
    expect_exact(ten);
    expect_exact(std::nextafter(ten, 0.0) > 0 ? std::nextafter(ten, 0.0) : ten);
    expect_exact(std::nextafter(ten, std::numeric_limits<double>::infinity()));
  }
  for (int power = -1074; power <= 1023; ++power) {
    const double two = std::ldexp(1.0, power);
    expect_exact(two);
    if (std::nextafter(two, 0.0) > 0) expect_exact(std::nextafter(two, 0.0));
  }
  expect_exact(std::numeric_limits<double>::max());
  for (int k = 1; k < 100'000; ++k) expect_exact(k * 0.001);
}

// Numbers of 19 digits, the last one 5: ties that only exact arithmetic sees.
TEST(Decimal18, TiesGoToEven) {
  EXPECT_EQ(decimal18(1 + std::ldexp(1, -18)).digits, 100000381469726562u);
  EXPECT_EQ(decimal18(1 + 3 * std::ldexp(1, -18)).digits, 100001144409179688u);
  for (int k = 1; k < 100'000; k += 2) expect_exact(1 + k * std::ldexp(1, -18));
}

}  // namespace
}  // namespace stencil
