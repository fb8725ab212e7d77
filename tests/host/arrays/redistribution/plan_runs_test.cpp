// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/plan_runs.hpp"

#include <gtest/gtest.h>

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

// All plans of all ranks, in both directions, against a list of elements: any part, either order, runs that leave out
// elements at both ends, ranks that hold none.
TEST(PlanRuns, MovesEachElementOnceBothWays) {
  Random random(test::test_seed());
  std::size_t moved = 0;
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(round);
    const int ranks = static_cast<int>(random(1, 6));
    const LocalMatrix matrix = test::random_matrix(random, ranks);
    HeldRuns held;
    held.order = random(0, 1) == 0 ? ElementOrder::columns : ElementOrder::rows;
    held.part.rows = random(0, matrix.layout.rows.n());
    held.part.cols = random(0, matrix.layout.cols.n());
    held.part.row = random(0, matrix.layout.rows.n() - held.part.rows);
    held.part.col = random(0, matrix.layout.cols.n() - held.part.cols);
    std::int64_t next = random(0, held.part.rows * held.part.cols);
    for (int rank = 0; rank < ranks; ++rank) {
      const std::int64_t count = random(0, 2) == 0 ? 0 : random(0, held.part.rows * held.part.cols - next);
      held.runs.push_back({next, count});
      next += count;
    }
    const std::vector<Place> owners = places(matrix);
    std::vector<MessagePlan> gathers;
    std::vector<MessagePlan> scatters;
    Moves gathered;
    Moves scattered;
    for (int rank = 0; rank < ranks; ++rank) {
      held.first_at = 100 * rank;
      gathers.push_back(plan_matrix_to_runs(matrix, held, rank));
      scatters.push_back(plan_runs_to_matrix(held, matrix, rank));
      const ElementRun& run = held.runs[static_cast<std::size_t>(rank)];
      for (std::int64_t k = 0; k < run.count; ++k) {
        const std::int64_t number = run.first + k;
        const bool by_columns = held.order == ElementOrder::columns;
        const std::int64_t i = by_columns ? number % held.part.rows : number / held.part.cols;
        const std::int64_t j = by_columns ? number / held.part.rows : number % held.part.cols;
        const std::int64_t place = held.part.row + i + (held.part.col + j) * matrix.layout.rows.n();
        const Place& owner = owners[static_cast<std::size_t>(place)];
        gathered[{owner.rank, owner.local}] = {rank, held.first_at + k};
        scattered[{rank, held.first_at + k}] = {owner.rank, owner.local};
      }
    }
    ASSERT_EQ(moves_of(gathers), gathered);
    ASSERT_EQ(moves_of(scatters), scattered);
    ASSERT_FALSE(::testing::Test::HasFailure());
    moved += gathered.size();
  }
  EXPECT_GT(moved, 10000u) << "too few to prove anything";
}

}  // namespace
}  // namespace stencil
