// SPDX-License-Identifier: Apache-2.0
#include "models/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "models/values/canonical_nan.hpp"

namespace stencil::compare_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<std::uint64_t> distance(double a, double b) {
  return ulp_distance(bits_of(a), bits_of(b));
}

TEST(UlpDistance, CountsStepsOnOneLine) {
  EXPECT_EQ(distance(1.0, 1.0), 0u);
  EXPECT_EQ(distance(1.0, std::nextafter(1.0, 2.0)), 1u);
  EXPECT_EQ(distance(1.0, std::nextafter(1.0, 0.0)), 1u);
  EXPECT_EQ(distance(1.0, 2.0), std::uint64_t{1} << 52);
  EXPECT_EQ(distance(std::numeric_limits<double>::max(), infinity), 1u);
  EXPECT_EQ(distance(0x1p-1022, std::nextafter(0x1p-1022, 0.0)), 1u);
}

TEST(UlpDistance, CrossesZeroWithoutLosingAStep) {
  EXPECT_EQ(distance(0.0, -0.0), 1u);
  EXPECT_EQ(distance(0.0, 0x1p-1074), 1u);
  EXPECT_EQ(distance(-0x1p-1074, 0x1p-1074), 3u);
}

TEST(UlpDistance, HoldsTheWidestPair) {
  EXPECT_EQ(distance(-infinity, infinity), 0xffe0000000000001u);
  EXPECT_EQ(distance(infinity, -infinity), 0xffe0000000000001u);
}

TEST(UlpDistance, HasNoValueForNan) {
  const double quiet = from_bits(canonical_nan_bits);
  const double other = from_bits(0xfff8000000000000u);
  EXPECT_EQ(distance(quiet, quiet), 0u);
  EXPECT_EQ(distance(quiet, other), std::nullopt);
  EXPECT_EQ(distance(quiet, 1.0), std::nullopt);
  EXPECT_EQ(distance(-infinity, other), std::nullopt);
}

TEST(UlpDistance, EqualsWalkingWithNextafter) {
  const unsigned seed = 4711;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 1000; ++i) {
    const double start = from_bits(random());
    if (std::isnan(start)) continue;
    const std::uint64_t steps = random() % 50;
    double end = start;
    std::uint64_t walked = 0;
    while (walked < steps && end != infinity) {
      end = std::nextafter(end, infinity);
      ++walked;
    }
    if (std::signbit(start) != std::signbit(end)) continue;
    EXPECT_EQ(distance(start, end), walked) << start;
  }
}

TEST(CompareRows, FindsTheFirstDifferenceByPosition) {
  const std::vector<double> expected{1, 2, 3, 4, 5, 6};
  std::vector<double> got = expected;
  got[4] = std::nextafter(5.0, 6.0);
  got[5] = -6;
  const Comparison comparison = compare_rows(expected.data(), got.data(), 100, 3, 2);
  EXPECT_EQ(comparison.compared, 6);
  EXPECT_EQ(comparison.mismatches, 2);
  ASSERT_TRUE(comparison.first);
  EXPECT_EQ(comparison.first->row, 102);
  EXPECT_EQ(comparison.first->col, 0);
  EXPECT_EQ(comparison.first->expected_bits, bits_of(5.0));
  EXPECT_EQ(comparison.first->got_bits, bits_of(5.0) + 1);
  EXPECT_EQ(comparison.first->ulp(), 1u);
}

TEST(CompareRows, ZerosOfDifferentSignAndNanPayloadsDiffer) {
  const std::vector<double> expected{0.0, from_bits(0x7ff8000000000000u), from_bits(0x7ff8000000000000u)};
  const std::vector<double> got{-0.0, from_bits(0x7ff8000000000000u), from_bits(0xfff8000000000000u)};
  const Comparison comparison = compare_rows(expected.data(), got.data(), 0, 1, 3);
  EXPECT_EQ(comparison.mismatches, 2);
  EXPECT_EQ(comparison.first->col, 0);
}

TEST(CompareRows, NothingComparedIsCountedAsNothing) {
  const Comparison comparison = compare_rows(nullptr, nullptr, 5, 0, 7);
  EXPECT_EQ(comparison.compared, 0);
  EXPECT_EQ(comparison.mismatches, 0);
  EXPECT_FALSE(comparison.first);
}

TEST(Comparison, AddKeepsTheLeastPosition) {
  const std::vector<double> zeros(4, 0.0);
  const std::vector<double> ones(4, 1.0);
  Comparison sum = compare_rows(zeros.data(), ones.data(), 8, 2, 2);
  sum.add(compare_rows(zeros.data(), ones.data(), 3, 1, 4));
  sum.add(compare_rows(zeros.data(), zeros.data(), 0, 1, 4));
  EXPECT_EQ(sum.compared, 12);
  EXPECT_EQ(sum.mismatches, 8);
  EXPECT_EQ(sum.first->row, 3);
}

TEST(OnlyPlaceOf, IsNoneOfSeveral) {
  const std::vector<double> field{0.0, 1.0, 2.0, 1.0, 2.0, 3.0};
  const std::vector<double> twice{1.0, 2.0}, once{2.0, 1.0}, last{2.0, 3.0}, none{3.0, 0.0}, negative{-0.0, 1.0};
  EXPECT_EQ(only_place_of(field, twice.data(), 2), std::nullopt);
  EXPECT_EQ(only_place_of(field, once.data(), 2), 2);
  EXPECT_EQ(only_place_of(field, last.data(), 2), 4);
  EXPECT_EQ(only_place_of(field, none.data(), 2), std::nullopt);
  EXPECT_EQ(only_place_of(field, negative.data(), 2), std::nullopt);
}

}  // namespace
}  // namespace stencil::compare_test
