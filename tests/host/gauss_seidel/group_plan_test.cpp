// Tiles and messages of a group by hand; both ends of a message agree.
// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/group_plan.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"

namespace stencil::test {
namespace {

// 2 x 2 ranks of 2 x 2 tiles of 5 x 5 points, 2 sweeps.
TileGrid small_grid() {
  TileGridShape shape;
  shape.rows = shape.cols = 22;
  shape.grid_rows = shape.grid_cols = 2;
  shape.sweeps = 2;
  shape.tile_rows = shape.tile_cols = 2;
  return TileGrid(shape);
}

std::string text(const PointRange& range) {
  return "[" + std::to_string(range.first) + "," + std::to_string(range.last) + ")";
}

std::string text(const TileMessage& message) {
  std::string all = std::to_string(message.peer) + ":";
  for (const TileLine& line : message.lines) all += " " + text(line.rows) + "x" + text(line.cols);
  return all;
}

// Each tile as "row,column class".
std::vector<std::string> order(const std::vector<TileStep>& steps) {
  std::vector<std::string> all;
  for (const TileStep& step : steps) {
    all.push_back(std::to_string(step.tile_row) + "," + std::to_string(step.tile_col) + " " + name_of(step.tile_class));
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(GroupPlan, ClassesAndOrderByHand) {
  const TileGrid grid = small_grid();
  EXPECT_EQ(order(plan_group(grid, 0, false)), (Texts{"0,0 local", "0,1 receive", "1,0 receive", "1,1 receive"}));
  EXPECT_EQ(order(plan_group(grid, 1, false)), (Texts{"0,0 send", "0,1 local", "1,0 mixed", "1,1 receive"}));
  EXPECT_EQ(order(plan_group(grid, 2, false)), (Texts{"0,0 send", "0,1 mixed", "1,0 local", "1,1 receive"}));
  EXPECT_EQ(order(plan_group(grid, 3, false)), (Texts{"0,0 send", "0,1 send", "1,0 send", "1,1 local"}));
  EXPECT_EQ(order(plan_group(grid, 0, true)), (Texts{"1,1 send", "1,0 send", "0,1 send", "0,0 local"}));
  EXPECT_EQ(order(plan_group(grid, 3, true)), (Texts{"1,1 local", "1,0 receive", "0,1 receive", "0,0 receive"}));
}

TEST(GroupPlan, MessagesForwardByHand) {
  // Rank 2 is south of rank 0. Its tile 0,1 ends at the column cut, 11, so that its lines have one more point there.
  const std::vector<TileStep> south = plan_group(small_grid(), 2, false);
  EXPECT_EQ(text(south[0].sends[0]), "0: [11,12)x[1,6) [12,13)x[1,5) [13,14)x[1,5)");
  EXPECT_EQ(text(south[1].sends[0]), "0: [11,12)x[6,12) [12,13)x[5,13) [13,14)x[5,13)");
  EXPECT_EQ(text(south[1].receives[0]), "3: [11,16)x[11,12) [12,15)x[12,13) [12,15)x[13,14)");
  EXPECT_EQ(south[1].sends[0].words(), 6 + 8 + 8);
  EXPECT_TRUE(south[0].receives.empty());
  EXPECT_EQ(south[1].row_number, 1);  // the first of the second subdomain
  EXPECT_EQ(south[1].col_number, 2);  // the second of the first
}

TEST(GroupPlan, MessagesBackwardByHand) {
  // Rank 0 sends south and east. Its tile 1,1 is at both cuts; its low sides have no cut, so its lines have no corner.
  const std::vector<TileStep> steps = plan_group(small_grid(), 0, true);
  EXPECT_EQ(text(steps[0].sends[0]), "2: [12,13)x[4,13) [11,12)x[5,12) [10,11)x[5,12)");
  EXPECT_EQ(text(steps[0].sends[1]), "1: [4,13)x[12,13) [5,12)x[11,12) [5,12)x[10,11)");
  // Rank 1 has received from rank 0 before it sends to rank 3, so that its lines begin one point across the cut.
  const std::vector<TileStep> mixed = plan_group(small_grid(), 1, true);
  EXPECT_EQ(mixed[1].tile_class, TileClass::mixed);
  EXPECT_EQ(text(mixed[1].sends[0]), "3: [12,13)x[12,14) [11,12)x[11,15) [10,11)x[11,15)");
}

// The neighbour needs a column of 2 x 2 tiles for its next tile, a row two tiles later.
TEST(GroupPlan, WhatCanWaitLeavesBesideTheNextTile) {
  const auto leaving = [](const std::vector<TileStep>& steps, bool sweeps_on) {
    std::vector<std::string> all;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      const Departures here = departures(steps, step, sweeps_on);
      const auto text = [&](const std::vector<TileDeparture>& some) {
        std::string names;
        for (const TileDeparture& one : some)
          names += " " + std::to_string(one.step) + ">" + std::to_string(steps[one.step].sends[one.message].peer);
        return names;
      };
      all.push_back(text(here.beside) + "," + text(here.behind));
    }
    return all;
  };
  for (const bool backward : {false, true}) {
    const std::int64_t rank = backward ? 0 : 3;
    const std::string by_rows = backward ? "2" : "1";
    const std::string by_cols = backward ? "1" : "2";
    const std::vector<TileStep> steps = plan_group(small_grid(), rank, backward);
    EXPECT_EQ(leaving(steps, true),
              (Texts{", 0>" + by_cols, " 0>" + by_rows + ",", " 1>" + by_rows + ", 2>" + by_cols, ","}));
    EXPECT_EQ(leaving(steps, false),
              (Texts{", 0>" + by_rows + " 0>" + by_cols, ", 1>" + by_rows, ", 2>" + by_cols, ","}));
  }
}

TEST(GroupPlan, BothEndsNameTheSameLinesInTheSameOrder) {
  Random random(test_seed());
  for (int number = 0; number < 100; ++number) {
    const TileGridShape shape = random_shape(random);
    SCOPED_TRACE(describe(shape));
    const TileGrid grid(shape);
    RoundTraffic traffic;
    for (const bool backward : {false, true}) {
      std::map<std::pair<std::int64_t, std::int64_t>, Texts> sent;
      std::map<std::pair<std::int64_t, std::int64_t>, Texts> received;
      for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
        for (const TileStep& step : plan_group(grid, rank, backward)) {
          for (TileMessage message : step.sends) {
            ++traffic.messages;
            traffic.words += message.words();
            const std::int64_t to = message.peer;
            message.peer = 0;
            sent[{rank, to}].push_back(text(message));
          }
          for (TileMessage message : step.receives) {
            const std::int64_t from = message.peer;
            message.peer = 0;
            received[{from, rank}].push_back(text(message));
          }
        }
      }
      ASSERT_EQ(sent, received);
      for (const auto& [pair, messages] : sent) {  // never diagonal
        const std::int64_t rows = grid.row_part(pair.first) - grid.row_part(pair.second);
        const std::int64_t cols = grid.col_part(pair.first) - grid.col_part(pair.second);
        ASSERT_EQ(rows * rows + cols * cols, 1);
      }
    }
    EXPECT_EQ(traffic.messages, round_traffic(grid).messages);
    EXPECT_EQ(traffic.words, round_traffic(grid).words);
  }
}

// The words of a halo exchange before each of 2*K sweeps, times (K + 1)/2K, and the corners.
TEST(GroupPlan, TrafficOfTheFormula) {
  const RoundTraffic traffic = round_traffic(small_grid());
  EXPECT_EQ(traffic.messages, 16);
  EXPECT_EQ(traffic.words, 2 * 3 * (21 + 21));
}

// A wrong plan is refused before it changes memory of others.
TEST(GroupPlan, StaysWithinTheArrayOfTheRank) {
  const TileGrid grid = small_grid();
  for (const bool backward : {false, true}) {
    for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
      const TileFrame stored = grid.stored(rank);
      std::vector<TileStep> steps = plan_group(grid, rank, backward);
      EXPECT_NO_THROW(check_within(steps, stored));
      TileFrame less = stored;
      ++less.rows.first;
      EXPECT_THROW(check_within(steps, less), DeviceError);
      less = stored;
      --less.cols.last;
      EXPECT_THROW(check_within(steps, less), DeviceError);
      for (TileStep& step : steps) {
        for (TileMessage& message : step.receives) {
          TileLine& line = message.lines.back();
          const TileLine right = line;
          line.cols.last = stored.cols.last + 1;
          EXPECT_THROW(check_within(steps, stored), DeviceError);
          line = right;
        }
      }
    }
  }
}

}  // namespace
}  // namespace stencil::test
