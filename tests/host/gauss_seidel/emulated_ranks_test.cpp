// Shows that a rank needs only the plan of a group: emulated ranks with poisoned arrays against the golden loop.
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/gauss_seidel/emulated_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "host/base/errors.hpp"
#include "host/gauss_seidel/residual.hpp"
#include "models/convergence.hpp"
#include "tests/host/gauss_seidel/emulated_case.hpp"

namespace stencil::test {
namespace {

TEST(EmulatedRanks, EqualTheGoldenLoopBitForBit) {
  expect_emulated_right(60, {4, 3, 5});
}

TEST(EmulatedRanks, SendWhatTheDerivationSays) {
  Random random(1);
  TileGridShape shape;
  shape.rows = shape.cols = 66;
  shape.grid_rows = shape.grid_cols = 2;
  shape.sweeps = 4;
  shape.tile_rows = shape.tile_cols = 2;
  const EmulatedRun run = run_emulated(random, shape, 3);
  EXPECT_TRUE(run.is_right());
  EXPECT_EQ(run.messages, 48);
  EXPECT_EQ(run.words, 3900);  // a halo exchange before each sweep: 192 messages, 6144 words
}

TEST(EmulatedRanks, HaveTheNeighboursOfTheResidualAfterEachRound) {
  Random random(test_seed());
  for (int number = 0; number < 20; ++number) {
    const TileGridShape shape = random_shape(random, {3, 3, 4});
    SCOPED_TRACE(describe(shape));
    const TileGrid grid(shape);
    const Field field = seeded_field(grid, 3);
    const Field expected = golden(grid, field, 1);
    EmulatedRanks ranks(grid, 1, field);
    ASSERT_TRUE(ranks.run(random, expected).is_right());
    double largest = 0.0;
    for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
      const double own = residual_of(grid, rank, ranks.field(rank).data());
      ASSERT_FALSE(std::isnan(own));
      largest = std::max(largest, own);
    }
    EXPECT_EQ(largest, average_residual(shape.rows, shape.cols, expected.data()));
  }
}

// The number of cases in which a mistake in the plan shows in the bits.
int wrong_cases(const Mutation& mutation, std::int64_t least_grid) {
  Random random(test_seed());
  int wrong = 0;
  for (int number = 0; number < 40; ++number) {
    const std::int64_t grid_rows = random(least_grid, 3);
    const TileGridShape shape = random_shape(random, grid_rows, random(2, 3), {3, 3, 4});
    wrong += run_emulated(random, shape, 2, mutation).is_right() ? 0 : 1;
  }
  return wrong;
}

void for_all_messages(TileStep& step, const std::function<void(TileMessage&)>& change) {
  for (TileMessage& message : step.receives) change(message);
  for (TileMessage& message : step.sends) change(message);
}

TEST(EmulatedRanks, APlanIsRightAsItIs) {
  EXPECT_EQ(wrong_cases([](TileStep&) {}, 1), 0);
}

TEST(EmulatedRanks, ShowAMissingTurnAroundLine) {
  EXPECT_EQ(wrong_cases([](TileStep& step) { for_all_messages(step, [](TileMessage& m) { m.lines.pop_back(); }); }, 1),
            40);
}

TEST(EmulatedRanks, ShowAMissingLineOfASweep) {
  EXPECT_EQ(
      wrong_cases(
          [](TileStep& step) { for_all_messages(step, [](TileMessage& m) { m.lines.erase(m.lines.begin()); }); }, 1),
      40);
}

// The point across the cut of the other dimension is at the end of the line forward, before its start backward.
TEST(EmulatedRanks, ShowAMissingCorner) {
  const auto without_corners = [](TileStep& step) {
    const TileStep whole = step;
    for_all_messages(step, [&](TileMessage& message) {
      for (std::size_t k = 0; k < message.lines.size(); ++k) {
        TileLine& line = message.lines[k];
        const bool is_row = line.rows.count() == 1;
        PointRange& along = is_row ? line.cols : line.rows;
        // Only where a line ends across a cut, one point outside the sweep's range.
        const std::int64_t t = std::min<std::int64_t>(static_cast<std::int64_t>(k) + 1, whole.window.sweeps);
        const PointRange swept = (is_row ? whole.window.cols : whole.window.rows).in_sweep(t);
        along.first = std::max(along.first, swept.first);
        along.last = std::max(along.first, std::min(along.last, swept.last));
      }
    });
  };
  EXPECT_GE(wrong_cases(without_corners, 2), 20);
}

TEST(EmulatedRanks, ShowABackwardShiftThatIsOneOff) {
  const auto shifted = [](TileStep& step) {
    if (!step.window.backward) return;
    for (EdgePair* pair : {&step.window.rows, &step.window.cols}) {
      for (TileEdge* edge : {&pair->low, &pair->high}) edge->at += edge->slope;
    }
  };
  EXPECT_GE(wrong_cases(shifted, 1), 35);
}

// The law of sizes in both dimensions: subdomains of the least size are right; with a point less they are refused.
TEST(EmulatedRanks, TilesAsSmallAsTheyMayBe) {
  Random random(test_seed());
  for (std::int64_t sweeps = 1; sweeps <= 6; ++sweeps) {
    for (std::int64_t tiles = 1; tiles <= 3; ++tiles) {
      TileGridShape shape;
      shape.grid_rows = shape.grid_cols = 3;
      shape.sweeps = sweeps;
      shape.tile_rows = shape.tile_cols = tiles;
      const auto cut = [&](std::int64_t smaller_part) {
        std::int64_t edge = 1;
        shape.row_cuts.clear();
        for (std::int64_t part = 0; part < 3; ++part) {
          if (part > 0) shape.row_cuts.push_back(edge);
          edge += least_inner_points(part, 3, tiles, sweeps) - (part == smaller_part ? 1 : 0);
        }
        shape.rows = edge + 1;
      };
      cut(-1);
      shape.cols = shape.rows;
      shape.col_cuts = shape.row_cuts;
      for (int order = 0; order < 5; ++order) EXPECT_TRUE(run_emulated(random, shape, 2).is_right()) << describe(shape);
      for (std::int64_t part = 0; part < 3; ++part) {
        cut(part);
        EXPECT_THROW(TileGrid{shape}, ArgumentError) << describe(shape);
      }
    }
  }
}

}  // namespace
}  // namespace stencil::test
