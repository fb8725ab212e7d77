// SPDX-License-Identifier: Apache-2.0
#include "models/problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <vector>

namespace stencil::problem_test {
namespace {

TEST(Problem, ValuesArePinned) {
  // Computed from the header's formula by an independent script.
  EXPECT_EQ(problem_value(0, ProblemArray::f, 0, 0), -0x1.7b3e2dd554e00p-1);
  EXPECT_EQ(problem_value(1, ProblemArray::f, 0, 0), 0x1.8a06577767b92p-1);
  EXPECT_EQ(problem_value(1, ProblemArray::r, 0, 0), 0x1.259758d230620p+9);
  EXPECT_EQ(problem_value(1, ProblemArray::f, 2, 3), 0x1.1973a652f7d4cp-1);
  EXPECT_EQ(problem_value(1, ProblemArray::f, 3, 2), -0x1.013e6f1833ed8p-1);
  EXPECT_EQ(problem_value(std::numeric_limits<std::uint64_t>::max(), ProblemArray::r, std::int64_t{1} << 40,
                          std::int64_t{1} << 33),
            -0x1.167db267fe240p+4);
}

TEST(Problem, RowsDoNotDependOnHowTheyAreCut) {
  const std::int64_t rows = 11;
  const std::int64_t cols = 7;
  std::vector<double> whole(77);
  fill_problem_rows(5, ProblemArray::r, 0, rows, cols, whole.data());
  std::vector<double> cut(77);
  fill_problem_rows(5, ProblemArray::r, 0, 4, cols, cut.data());
  fill_problem_rows(5, ProblemArray::r, 4, 0, cols, cut.data() + 28);
  fill_problem_rows(5, ProblemArray::r, 4, 7, cols, cut.data() + 28);
  EXPECT_EQ(cut, whole);
  EXPECT_EQ(whole[3 * 7 + 5], problem_value(5, ProblemArray::r, 3, 5));
}

TEST(Problem, EveryCoordinateMattersAndValuesAreModerate) {
  std::set<double> seen;
  double largest_f = 0.0;
  double largest_r = 0.0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::int64_t row = 0; row < 20; ++row) {
      for (std::int64_t col = 0; col < 20; ++col) {
        const double f = problem_value(seed, ProblemArray::f, row, col);
        const double r = problem_value(seed, ProblemArray::r, row, col);
        seen.insert(f);
        seen.insert(r);
        largest_f = std::max(largest_f, std::fabs(f));
        largest_r = std::max(largest_r, std::fabs(r));
      }
    }
  }
  EXPECT_EQ(seen.size(), 8000u);
  EXPECT_LE(largest_f, 1.0);
  EXPECT_GT(largest_f, 0.99);
  EXPECT_LE(largest_r, 1024.0);
  EXPECT_GT(largest_r, 1010.0);
}

TEST(GridNumbers, FollowTheContract) {
  const GridNumbers numbers = grid_numbers(101, 77);
  EXPECT_EQ(numbers.dx, 1.0 / 100.0);
  EXPECT_EQ(numbers.dy, 1.0 / 76.0);
  EXPECT_EQ(numbers.weights.rdx2, 1.0 / ((1.0 / 100.0) * (1.0 / 100.0)));
  EXPECT_EQ(numbers.weights.rdy2, 1.0 / ((1.0 / 76.0) * (1.0 / 76.0)));
  EXPECT_EQ(numbers.weights.beta, 1.0 / (2.0 * (numbers.weights.rdx2 + numbers.weights.rdy2)));
}

TEST(GridNumbers, DerivedOnesUseTheGivenOnes) {
  GridOverrides overrides;
  overrides.dx = 0.5;
  const GridNumbers numbers = grid_numbers(101, 5, overrides);
  EXPECT_EQ(numbers.weights.rdx2, 4.0);
  EXPECT_EQ(numbers.weights.rdy2, 16.0);
  EXPECT_EQ(numbers.weights.beta, 1.0 / 40.0);
  overrides.beta = -3.0;
  EXPECT_EQ(grid_numbers(101, 5, overrides).weights.beta, -3.0);
  EXPECT_THROW(grid_numbers(1, 5), std::invalid_argument);
  EXPECT_THROW(grid_numbers(5, 1), std::invalid_argument);
}

}  // namespace
}  // namespace stencil::problem_test
