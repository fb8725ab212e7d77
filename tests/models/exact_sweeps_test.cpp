// Sweeps by the formula have the bits of the golden loops, order and borders included.
// SPDX-License-Identifier: Apache-2.0
#include "models/formula/exact_sweeps.hpp"

#include <gtest/gtest.h>

#include "models/gauss_seidel.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/jacobi.hpp"
#include "models/problem.hpp"
#include "tests/models/uneven_weights.hpp"

namespace stencil::exact_sweeps_test {
namespace {

constexpr std::int64_t rows = 17;
constexpr std::int64_t cols = 13;
using Values = std::vector<double>;

Values field(ProblemArray array) {
  Values values(rows * cols);
  fill_problem_rows(3, array, 0, rows, cols, values.data());
  return values;
}

std::vector<std::uint64_t> bits(const Values& values) {
  std::vector<std::uint64_t> all;
  for (const double value : values) all.push_back(bits_of(value));
  return all;
}

TEST(ExactSweeps, HaveTheBitsOfTheGoldenSweepsAsAFieldAndPointByPoint) {
  for (const SweepWeights& weights : test::uneven_weights()) {
    SCOPED_TRACE(operator_name(weights));
    const Values f = field(ProblemArray::f);
    const Values r = field(ProblemArray::r);
    Values golden = f;
    golden_sweeps(rows, cols, golden.data(), r.data(), weights, 4);
    Values exact = f;
    exact_sweeps(rows, cols, exact.data(), r.data(), weights, 4);
    EXPECT_EQ(bits(exact), bits(golden));
    for (std::int64_t word = 0; word < rows * cols; ++word) {
      EXPECT_EQ(bits_of(exact_point(rows, cols, f, r, weights, 4, word / cols, word % cols)),
                bits_of(golden[static_cast<std::size_t>(word)]))
          << word;
    }
  }
}

TEST(ExactSweeps, HaveTheBitsOfAGoldenTileThatMoves) {
  for (const bool backward : {false, true}) {
    const Tile tile{rows, cols, 3, backward, {4, -1}, {rows - 4, 1}, {2, 0}, {cols - 1, -1}};
    Values golden = field(ProblemArray::f);
    Values exact = golden;
    golden_tile(tile, golden.data());
    exact_tile(tile, exact.data());
    EXPECT_EQ(bits(exact), bits(golden));
  }
}

TEST(ExactSweeps, HaveTheBitsOfARoundInTheOrderOfItsSubdomains) {
  for (const GridCuts& cuts : {GridCuts{{}, {}}, GridCuts{{5, 9}, {6}}}) {
    Values golden = field(ProblemArray::f);
    Values group = golden;
    Values exact = golden;
    permuted_gauss_seidel(rows, cols, golden.data(), cuts, 3, 1);
    for (const bool backward : {false, true}) {
      permuted_group(rows, cols, group.data(), cuts, 3, backward);
      exact_group(rows, cols, exact.data(), cuts.rows, cuts.cols, 3, backward);
      EXPECT_EQ(bits(exact), bits(group));
    }
    EXPECT_EQ(bits(exact), bits(golden));
  }
}

}  // namespace
}  // namespace stencil::exact_sweeps_test
