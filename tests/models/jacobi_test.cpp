// SPDX-License-Identifier: Apache-2.0
#include "models/jacobi.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "models/compare.hpp"
#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"

#ifdef STENCIL_HAVE_FUSED_MODEL
// One sweep with fused operations (fused_sweeps.cpp).
extern "C" void fused_jacobi_sweep(std::int64_t rows, std::int64_t cols, double* f, const double* r, double rdx2,
                                   double rdy2, double beta);
#endif

namespace stencil::jacobi_test {
namespace {

using Field = std::vector<double>;

// Two arrays and volatile intermediates: slow, but no compiler flag can fuse or reorder anything.
Field reference(std::int64_t rows, std::int64_t cols, Field f, const Field& r, const JacobiWeights& w,
                std::int64_t niter) {
  for (std::int64_t sweep = 0; sweep < niter; ++sweep) {
    const Field old = f;
    const auto at = [&](std::int64_t i, std::int64_t j) { return old[static_cast<std::size_t>(i * cols + j)]; };
    for (std::int64_t i = 1; i < rows - 1; ++i) {
      for (std::int64_t j = 1; j < cols - 1; ++j) {
        const auto cell = static_cast<std::size_t>(i * cols + j);
        volatile double value = at(i - 1, j) + at(i + 1, j);
        value = value * w.rdx2;
        volatile double sideways = at(i, j - 1) + at(i, j + 1);
        sideways = sideways * w.rdy2;
        value = value + sideways;
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

TEST(Jacobi, EqualsATwoArrayReferenceForEveryShape) {
  for (std::int64_t rows = 0; rows <= 9; ++rows) {
    for (std::int64_t cols = 1; cols <= 19; ++cols) {
      const Field f = seeded(7, ProblemArray::f, rows, cols);
      const Field r = seeded(7, ProblemArray::r, rows, cols);
      const JacobiWeights w{81.5, 17.25, 0.0051};
      for (std::int64_t niter : {0, 1, 2, 5, 19}) {
        Field got = f;
        golden_sweeps(rows, cols, got.data(), r.data(), w, niter);
        expect_same_bits(reference(rows, cols, f, r, w, niter), got, cols);
      }
    }
  }
}

TEST(Jacobi, FollowsAHandWorkedPoint) {
  Field f{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const Field r{0, 0, 0, 0, 10, 0, 0, 0, 0};
  golden_sweeps(3, 3, f.data(), r.data(), JacobiWeights{2.0, 3.0, 0.5}, 1);
  EXPECT_EQ(f, (Field{1, 2, 3, 4, 20, 6, 7, 8, 9}));  // ((2+8)*2 + (4+6)*3 - 10)*0.5
}

TEST(Jacobi, WeighsRowAndColumnNeighboursApart) {
  Field f{0, 1, 0, 10, 0, 100, 0, 1000, 0};
  const Field r(9, 0.0);
  golden_sweeps(3, 3, f.data(), r.data(), JacobiWeights{1.0, 0.5, 1.0}, 1);
  EXPECT_EQ(f[4], 1001.0 + 55.0);
}

TEST(Jacobi, AddsBothWeightedSumsBeforeTheRightHandSide) {
  const double big = 0x1p53;
  Field f{0, big, 0, 1, 0, 0, 0, 0, 0};
  const Field r{0, 0, 0, 0, big, 0, 0, 0, 0};
  golden_sweeps(3, 3, f.data(), r.data(), JacobiWeights{1.0, 1.0, 1.0}, 1);
  EXPECT_EQ(f[4], 0.0);  // (2^53 + 1) rounds to 2^53; subtracting r first would leave 1
}

TEST(Jacobi, SpecialValuesKeepTheirBitsAndComputedNanIsCanonical) {
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
  const std::int64_t rows = 40;
  const std::int64_t cols = 41;
  Field f(static_cast<std::size_t>(rows * cols));
  Field r(f.size());
  for (double& v : f) v = specials[pick(random)];
  for (double& v : r) v = specials[pick(random)];
  const JacobiWeights w{0x1p-30, 3.0, 0.25};
  Field got = f;
  golden_sweeps(rows, cols, got.data(), r.data(), w, 3);
  expect_same_bits(reference(rows, cols, f, r, w, 3), got, cols);
  std::int64_t nans = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < cols; ++j) {
      const auto cell = static_cast<std::size_t>(i * cols + j);
      const bool border = i == 0 || j == 0 || i == rows - 1 || j == cols - 1;
      if (border) {
        EXPECT_EQ(bits_of(got[cell]), bits_of(f[cell]));
        continue;
      }
      if (!std::isnan(got[cell])) continue;
      EXPECT_EQ(bits_of(got[cell]), canonical_nan_bits);
      ++nans;
    }
  }
  EXPECT_GT(nans, 100);
}

TEST(Jacobi, SubnormalResultsAreNotFlushed) {
  Field f(9, 0x1p-1074);
  const Field r(9, 0.0);
  golden_sweeps(3, 3, f.data(), r.data(), JacobiWeights{1.0, 1.0, 0.5}, 1);
  EXPECT_EQ(f[4], 0x1p-1073);
}

// Both weighted sums round to the same magnitude and cancel; fusing either product leaves the other's rounding error.
struct FusingPoint {
  Field f{0, 0x1.00000004p0, 0, -0x1.00000008p0, 0, 0, 0, 0, 0};
  Field r{0, 0, 0, 0, 0, 0, 0, 0, 0};
  JacobiWeights w{0x1.00000006p0, 0x1.00000002p0, 1.0};
};

TEST(Jacobi, NothingIsFused) {
  FusingPoint point;
  const Field expected = reference(3, 3, point.f, point.r, point.w, 1);
  const double across = point.f[1] * point.w.rdx2;
  const double along = point.f[3] * point.w.rdy2;
  ASSERT_NE(std::fma(point.f[3], point.w.rdy2, across), expected[4]) << "this point would not show a fused product";
  ASSERT_NE(std::fma(point.f[1], point.w.rdx2, along), expected[4]) << "this point would not show a fused product";
  golden_sweeps(3, 3, point.f.data(), point.r.data(), point.w, 1);
  EXPECT_EQ(bits_of(point.f[4]), bits_of(expected[4]));
}

#ifdef STENCIL_HAVE_FUSED_MODEL
TEST(Jacobi, TheFusionTestCatchesAFusedBuild) {
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this CPU cannot run the fused build";
  FusingPoint point;
  const Field expected = reference(3, 3, point.f, point.r, point.w, 1);
  fused_jacobi_sweep(3, 3, point.f.data(), point.r.data(), point.w.rdx2, point.w.rdy2, point.w.beta);
  EXPECT_NE(bits_of(point.f[4]), bits_of(expected[4]));
}
#endif

TEST(Jacobi, RefusesNegativeSizes) {
  Field f(9);
  EXPECT_THROW(golden_sweeps(-1, 3, f.data(), f.data(), {}, 1), std::invalid_argument);
  EXPECT_THROW(golden_sweeps(3, -3, f.data(), f.data(), {}, 1), std::invalid_argument);
  EXPECT_THROW(golden_sweeps(3, 3, f.data(), f.data(), {}, -1), std::invalid_argument);
}

}  // namespace
}  // namespace stencil::jacobi_test
