// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/grid_map.hpp"

#include <gtest/gtest.h>

#include <string>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

TEST(GridMap, KnowsRankAndProcessOfOneAnother) {
  // 2 x 3 processes among 9 ranks.
  const GridMap map({4, 0, 7, 8, 1, 5}, 2, 3, 9);
  EXPECT_EQ(map.rank_of(0, 0), 4);
  EXPECT_EQ(map.rank_of(1, 0), 0);
  EXPECT_EQ(map.rank_of(0, 1), 7);
  EXPECT_EQ(map.rank_of(1, 2), 5);
  int inside = 0;
  for (int rank = 0; rank < 9; ++rank) {
    const GridPlace place = map.process_of(rank);
    if (!place.inside()) {
      EXPECT_EQ(place.col, -1);
      continue;
    }
    ++inside;
    EXPECT_EQ(map.rank_of(place.row, place.col), rank);
  }
  EXPECT_EQ(inside, 6);
  EXPECT_FALSE(map.process_of(-1).inside());
  EXPECT_FALSE(map.process_of(9).inside());
}

TEST(GridMap, FirstRanksInRowMajorOrderNeedNone) {
  EXPECT_EQ(grid_map({0, 3, 1, 4, 2, 5}, 2, 3, 6), nullptr);
  EXPECT_EQ(grid_map({0}, 1, 1, 4), nullptr);
  EXPECT_NE(grid_map({1}, 1, 1, 4), nullptr);
  EXPECT_NE(grid_map({0, 1, 2, 3}, 2, 2, 4), nullptr) << "that is column-major";
  EXPECT_EQ(grid_map({0, 1, 2, 3}, 1, 4, 4), nullptr);
  EXPECT_NE(grid_map({0, 3, 1, 4, 2, 6}, 2, 3, 7), nullptr);
}

TEST(GridMap, RefusesStrangeRanksAndOnesNamedTwice) {
  const auto expect = [](const std::string& text, const std::vector<std::int64_t>& ranks) {
    try {
      static_cast<void>(grid_map(ranks, 2, 2, 5));
      ADD_FAILURE() << "not refused, expected: " << text;
    } catch (const ArgumentError& error) {
      EXPECT_EQ(error.what(), text);
    }
  };
  expect("the rank of process (1, 0) = 5, must be 0 .. 4 (ranks of comm - 1)", {0, 5, 1, 2});
  expect("the rank of process (1, 1) = -1, must be 0 .. 4 (ranks of comm - 1)", {0, 4, 1, -1});
  expect("processes (1, 0) and (0, 1) = rank 4, must be different ranks", {0, 4, 4, 1});
  expect("processes (0, 0) and (1, 1) = rank 3, must be different ranks", {3, 4, 0, 3});
}

}  // namespace
}  // namespace stencil
