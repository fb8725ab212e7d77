// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/plan_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/host/arrays/exchange/plan_moves.hpp"
#include "tests/host/arrays/vsda/random_layout.hpp"

namespace stencil {
namespace {

using test::Moves;
using test::moves_of;
using test::Place;
using test::places;
using test::Random;

TEST(PlanMatrix, MovesRectanglesBetweenAnyTwoMatrices) {
  Random random(test::test_seed());
  std::size_t moved = 0;
  for (int round = 0; round < 2000; ++round) {
    const int ranks = static_cast<int>(random(1, 6));
    const LocalMatrix source = test::random_matrix(random, ranks);
    const LocalMatrix target = test::random_matrix(random, ranks);
    const auto side = [&](const CyclicAxis& a, const CyclicAxis& b) { return random(0, std::min(a.n(), b.n())); };
    Submatrix part;
    part.rows = side(source.layout.rows, target.layout.rows);
    part.cols = side(source.layout.cols, target.layout.cols);
    part.row = random(0, source.layout.rows.n() - part.rows);
    part.col = random(0, source.layout.cols.n() - part.cols);
    const std::int64_t row = random(0, target.layout.rows.n() - part.rows);
    const std::int64_t col = random(0, target.layout.cols.n() - part.cols);
    std::vector<MessagePlan> plans(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
      add_submatrix(plans[static_cast<std::size_t>(rank)], target, row, col, source, part, rank);
    }
    Moves expected;
    const std::vector<Place> from = places(source);
    const std::vector<Place> to = places(target);
    for (std::int64_t j = 0; j < part.cols; ++j) {
      for (std::int64_t i = 0; i < part.rows; ++i) {
        const Place& a = from[static_cast<std::size_t>(part.row + i + (part.col + j) * source.layout.rows.n())];
        const Place& b = to[static_cast<std::size_t>(row + i + (col + j) * target.layout.rows.n())];
        expected[{a.rank, a.local}] = {b.rank, b.local};
      }
    }
    ASSERT_EQ(moves_of(plans), expected) << "round " << round;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "round " << round;
    moved += expected.size();
  }
  EXPECT_GT(moved, 10000u) << "too few to prove anything";
}

}  // namespace
}  // namespace stencil
