// Finds the tile that wrote a point last.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/locate_in_tiles.hpp"

#include <gtest/gtest.h>

#include "host/gauss_seidel/group_plan.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"

namespace stencil {
namespace {

// Compared with the plans of all ranks: the tile that sets the point in the last sweep, and its place in the step.
TEST(LocateInTiles, FindsTheTileThatWroteEachPointLast) {
  TileOptions options;
  options.grid = GridSize{2, 3};
  options.tiles = {2, 3};
  options.sweeps = 2;
  const TileGrid grid = make_tile_grid(25, 50, 6, options);
  std::int64_t found = 0;
  for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
    std::int64_t block = 0;
    for (const TileStep& step : plan_group(grid, rank, true)) {
      const PointRange rows = step.window.rows.in_sweep(2);
      const PointRange cols = step.window.cols.in_sweep(2);
      for (std::int64_t i = rows.first; i < rows.last; ++i) {
        for (std::int64_t j = cols.first; j < cols.last; ++j) {
          const LocatedMismatch located = locate_in_tiles(grid, 5, Mismatch{i, j, 1, 2});
          EXPECT_EQ(located.rank, rank) << i << ", " << j;
          EXPECT_EQ(located.block, block) << i << ", " << j;
          EXPECT_EQ(located.step, 9);
          EXPECT_EQ(located.sweep, 1);
          EXPECT_EQ(located.at.row, i);
          EXPECT_EQ(located.at.col, j);
          EXPECT_FALSE(located.strip);
          ++found;
        }
      }
      ++block;
    }
  }
  EXPECT_EQ(found, 23 * 48) << "every inner point is set once";
}

TEST(LocateInTiles, NamesTheTileBesideTheBorder) {
  TileOptions options;
  options.grid = GridSize{2, 2};
  options.sweeps = 1;
  const TileGrid grid = make_tile_grid(20, 20, 4, options);
  EXPECT_EQ(locate_in_tiles(grid, 1, Mismatch{0, 0, 1, 2}).rank, 0);
  EXPECT_EQ(locate_in_tiles(grid, 1, Mismatch{0, 0, 1, 2}).block, 3) << "backward, the first tile is last";
  EXPECT_EQ(locate_in_tiles(grid, 1, Mismatch{19, 0, 1, 2}).rank, 2);
  EXPECT_EQ(locate_in_tiles(grid, 1, Mismatch{19, 19, 1, 2}).rank, 3);
  EXPECT_EQ(locate_in_tiles(grid, 1, Mismatch{19, 19, 1, 2}).block, 0);
}

}  // namespace
}  // namespace stencil
