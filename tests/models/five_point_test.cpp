// SPDX-License-Identifier: Apache-2.0
#include "models/five_point/five_point_row.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "models/compare.hpp"
#include "models/jacobi.hpp"
#include "models/largest_change.hpp"
#include "models/problem.hpp"
#include "models/skewed_sweeps.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil::five_point_test {
namespace {

using Field = std::vector<double>;

constexpr FivePointWeights uneven{81.5, -17.25, 3.0 / 7.0, 1.0 / 3.0, -0.625, 0.0051};

// Two arrays and volatile intermediates: slow, but no compiler flag can fuse or reorder anything.
Field reference(std::int64_t rows, std::int64_t cols, Field f, const Field& r, const FivePointWeights& w,
                std::int64_t niter) {
  for (std::int64_t sweep = 0; sweep < niter; ++sweep) {
    const Field old = f;
    const auto at = [&](std::int64_t i, std::int64_t j) { return old[static_cast<std::size_t>(i * cols + j)]; };
    for (std::int64_t i = 1; i < rows - 1; ++i) {
      for (std::int64_t j = 1; j < cols - 1; ++j) {
        const auto cell = static_cast<std::size_t>(i * cols + j);
        volatile double north = w.an * at(i - 1, j);
        volatile double south = w.as * at(i + 1, j);
        volatile double west = w.aw * at(i, j - 1);
        volatile double east = w.ae * at(i, j + 1);
        volatile double centre = w.ac * at(i, j);
        volatile double value = north + south;
        volatile double sideways = west + east;
        value = value + sideways;
        value = value + centre;
        value = value - r[cell];
        value = value * w.beta;
        f[cell] = std::isnan(value) ? from_bits(0x7ff8000000000000u) : value;
      }
    }
  }
  return f;
}

Field seeded(std::uint64_t seed, ProblemArray array, std::int64_t rows, std::int64_t cols) {
  Field field(static_cast<std::size_t>(rows * cols));
  fill_problem_rows(seed, array, 0, rows, cols, field.data());
  return field;
}

void expect_same_bits(const Field& expected, const Field& got, std::int64_t cols) {
  const auto rows = static_cast<std::int64_t>(expected.size()) / cols;
  const Comparison comparison = compare_rows(expected.data(), got.data(), 0, rows, cols);
  ASSERT_EQ(comparison.compared, rows * cols);
  EXPECT_EQ(comparison.mismatches, 0) << "first at row " << comparison.first->row << ", col " << comparison.first->col;
}

TEST(FivePoint, EqualsATwoArrayReferenceForEveryShape) {
  for (std::int64_t rows = 0; rows <= 9; ++rows) {
    for (std::int64_t cols = 1; cols <= 19; ++cols) {
      const Field f = seeded(7, ProblemArray::f, rows, cols);
      const Field r = seeded(7, ProblemArray::r, rows, cols);
      for (std::int64_t niter : {0, 1, 2, 5}) {
        Field got = f;
        golden_sweeps(rows, cols, got.data(), r.data(), uneven, niter);
        expect_same_bits(reference(rows, cols, f, r, uneven, niter), got, cols);
      }
    }
  }
}

// The result for one inner point; arguments in the order north, west, centre, east, south.
double point(const FivePointWeights& weights, double north, double west, double centre, double east, double south,
             double r = 0.0) {
  Field f{0, north, 0, west, centre, east, 0, south, 0};
  const Field rhs{0, 0, 0, 0, r, 0, 0, 0, 0};
  golden_sweeps(3, 3, f.data(), rhs.data(), weights, 1);
  return f[4];
}

TEST(FivePoint, EachNumberWeighsItsOwnOperand) {
  const FivePointWeights places{2.0, 3.0, 5.0, 7.0, 11.0, 1.0};
  EXPECT_EQ(point(places, 1, 0, 0, 0, 0), 2.0);
  EXPECT_EQ(point(places, 0, 0, 0, 0, 1), 3.0);
  EXPECT_EQ(point(places, 0, 1, 0, 0, 0), 5.0);
  EXPECT_EQ(point(places, 0, 0, 0, 1, 0), 7.0);
  EXPECT_EQ(point(places, 0, 0, 1, 0, 0), 11.0);
  EXPECT_EQ(point({2.0, 3.0, 5.0, 7.0, 11.0, 0.5}, 1, 10, 100, 1000, 10000, 4),
            (2 + 50 + 1100 + 7000 + 30000 - 4) / 2.0);
}

// 2^53 swallows 1, so each order of the additions has a value of its own.
TEST(FivePoint, AddsInTheOrderOfTheFormula) {
  const FivePointWeights ones{1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  const double big = 0x1p53;
  EXPECT_EQ(point(ones, big, 1, 0, 0, -big), 1.0) << "north plus south first";
  EXPECT_EQ(point(ones, 1, big, 0, -big, 0), 1.0) << "west and east by themselves";
  EXPECT_EQ(point(ones, big, 1, -big, 0, 0), 0.0) << "the centre after all neighbours";
  EXPECT_EQ(point(ones, big, 0, 1, 0, 0, big), 0.0) << "the right-hand side last";
  EXPECT_EQ(point({1.0, 1.0, 1.0, 1.0, 1.0, 0.5}, 0x1p1023, 0, 0, 0, 0x1p1023), std::numeric_limits<double>::infinity())
      << "beta multiplies the sum";
}

TEST(FivePoint, SpecialValuesKeepTheirBitsAndComputedNanIsCanonical) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> specials{0.0,
                                     -0.0,
                                     infinity,
                                     -infinity,
                                     0x1p-1074,
                                     -0x1.8p-1050,
                                     0x1p1023,
                                     -0x1p1000,
                                     1.0,
                                     from_bits(0xfff8000000000123u),
                                     from_bits(0x7ff4000000000001u)};
  const unsigned seed = 20240611;
  std::mt19937 random(seed);
  SCOPED_TRACE(seed);
  std::uniform_int_distribution<std::size_t> pick(0, specials.size() - 1);
  const std::int64_t rows = 40, cols = 41;
  Field f(static_cast<std::size_t>(rows * cols)), r(f.size());
  for (double& v : f) v = specials[pick(random)];
  for (double& v : r) v = specials[pick(random)];
  const FivePointWeights w{0x1p-30, 3.0, -0.25, 1.0, 0x1p-1060, 0.25};
  Field got = f;
  golden_sweeps(rows, cols, got.data(), r.data(), w, 3);
  expect_same_bits(reference(rows, cols, f, r, w, 3), got, cols);
  std::int64_t nans = 0;
  for (std::int64_t cell = 0; cell < rows * cols; ++cell) {
    const auto k = static_cast<std::size_t>(cell);
    const std::int64_t i = cell / cols, j = cell % cols;
    if (i == 0 || j == 0 || i == rows - 1 || j == cols - 1) {
      EXPECT_EQ(bits_of(got[k]), bits_of(f[k]));
    } else if (std::isnan(got[k])) {
      EXPECT_EQ(bits_of(got[k]), canonical_nan_bits);
      ++nans;
    }
  }
  EXPECT_GT(nans, 100);
}

TEST(FivePoint, KeepsSubnormalsAndSignedZeros) {
  EXPECT_EQ(point({1.0, 1.0, 0.0, 0.0, 0.0, 0.5}, 0x1p-1074, 0, 0, 0, 0x1p-1074), 0x1p-1074);
  EXPECT_EQ(bits_of(point({-1.0, -1.0, -1.0, -1.0, -1.0, 1.0}, 0, 0, 0, 0, 0)), bits_of(-0.0));
  const double nan = point({0.0, 0.0, 0.0, 0.0, 0.0, 1.0}, std::numeric_limits<double>::infinity(), 0, 0, 0, 0);
  EXPECT_EQ(bits_of(nan), canonical_nan_bits) << "a number that is 0 does not leave its operand out";
}

// Each product is rounded separately; where two products cancel, a fused one would leave its rounding error.
TEST(FivePoint, NothingIsFused) {
  const double a = 0x1.00000004p0, b = 0x1.00000006p0, c = 0x1.00000008p0, d = 0x1.00000002p0;
  const FivePointWeights w{b, d, 0.0, 0.0, 0.0, 1.0};
  volatile double product = a * b, other = -c * d;
  ASSERT_NE(std::fma(-c, d, product), product + other) << "this point would not show a fused product";
  EXPECT_EQ(point(w, a, 0, 0, 0, -c), product + other);
  EXPECT_EQ(point({0.0, 0.0, b, d, 0.0, 1.0}, 0, a, 0, -c, 0), product + other);
  EXPECT_EQ(point({b, 0.0, 0.0, 0.0, d, 1.0}, a, 0, -c, 0, 0), product + other);
}

// A field cut anywhere into skewed blocks; the weights must be the same in a whole chain.
TEST(FivePoint, AChainHasTheBitsOfTheWholeField) {
  constexpr std::int64_t rows = 23, cols = 6, niter = 4;
  const Field start = seeded(3, ProblemArray::f, rows, cols), r = seeded(3, ProblemArray::r, rows, cols);
  Field whole = start;
  LargestChange whole_change;
  golden_sweeps(rows, cols, whole.data(), r.data(), uneven, niter, &whole_change);
  SkewedSweeps sweeps;
  LargestChange change;
  Field result;
  std::int64_t at = 0;
  for (const std::int64_t height : {5, 1, 7, 10}) {
    SkewedBlock block{height, cols, niter, uneven, at > 0, at + height < rows};
    Field f(static_cast<std::size_t>((height + niter) * cols));
    std::copy_n(start.begin() + at * cols, height * cols, f.begin());
    sweeps.sweep(block, f.data(), r.data() + at * cols, &change);
    result.insert(result.end(), f.begin(), f.begin() + block.finished() * cols);
    at += height;
  }
  expect_same_bits(whole, result, cols);
  EXPECT_EQ(bits_of(change.value()), bits_of(whole_change.value()));

  SkewedBlock block{5, cols, niter, uneven, false, true};
  Field f(static_cast<std::size_t>(9 * cols));
  sweeps.sweep(block, f.data(), r.data());
  FivePointWeights other = uneven;
  other.ac = 1.0;
  block.above = true;
  block.weights = other;
  EXPECT_THROW(sweeps.sweep(block, f.data(), r.data()), std::invalid_argument) << "other numbers";
  block.weights = JacobiWeights{};
  EXPECT_THROW(sweeps.sweep(block, f.data(), r.data()), std::invalid_argument) << "another operator";
}

TEST(SweepWeights, OperatorsDifferEvenWhereTheirNumbersDoNot) {
  EXPECT_FALSE(same_bits(JacobiWeights{}, FivePointWeights{}));
  EXPECT_TRUE(same_bits(uneven, uneven));
  for (const auto& field : FivePointWeights::fields()) {
    FivePointWeights other = uneven;
    other.*field.member = -(other.*field.member);
    EXPECT_FALSE(same_bits(uneven, other)) << weight_names[static_cast<std::size_t>(field.weight)];
  }
}

}  // namespace
}  // namespace stencil::five_point_test
