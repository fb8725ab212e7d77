// Fused grids have as few tiles as the device holds, and let all ranks begin.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "host/device/counts.hpp"
#include "host/gauss_seidel/pipeline/fused_grid.hpp"
#include "tests/host/gauss_seidel/pipeline_case.hpp"

namespace stencil::test {
namespace {

TEST(FusedGrid, HasAsFewTilesAsTheDeviceHoldsAndLetsAllRanksBegin) {
  Capabilities device;
  device.max_cols = 100;
  device.memory_words = 1000;
  const auto tiles = [&](const TileGrid& grid, std::int64_t rounds = 100) {
    const std::optional<TileGrid> fused = fused_grid(grid, device, rounds);
    return fused ? fused->rows().tiles() * 10 + fused->cols().tiles() : 0;
  };
  EXPECT_EQ(tiles(strips(100, 3, 2)), 11);
  EXPECT_EQ(tiles(strips(100, 3, 2, 2)), 21);
  EXPECT_EQ(tiles(strips(100, 1, 2, 2)), 11) << "no more than asked for";
  EXPECT_EQ(tiles(strips(300, 6, 2)), 31) << "102 rows with those around do not fit 111, 2 do not";
  EXPECT_EQ(tiles(strips(300, 2, 2)), 0);
  device.memory_words = 1000000;
  EXPECT_EQ(tiles(strips(1000, 4, 2), 100), 11) << "loaded once, swept often";
  EXPECT_EQ(tiles(strips(1000, 4, 2), 1), 41)
      << "loads and stores beside the sweep are worth the rows that are swept twice";
  device.memory_words = 1000;
  TileGridShape shape;
  shape.rows = shape.cols = 40;
  shape.grid_cols = 2;
  shape.sweeps = 2;
  EXPECT_EQ(tiles(TileGrid(shape)), 11) << "columns are cut, and no more tiles asked for";
  shape.tile_rows = shape.tile_cols = 4;
  EXPECT_EQ(tiles(TileGrid(shape)), 12) << "both ranks begin at once";
  shape.grid_rows = 2;
  shape.tile_rows = shape.tile_cols = 3;
  EXPECT_EQ(tiles(TileGrid(shape)), 22);
  device.memory_words = 200;
  EXPECT_EQ(tiles(TileGrid(shape)), 23) << "14 x 14 points do not fit";
  device.memory_words = 100;
  EXPECT_EQ(tiles(TileGrid(shape)), 0) << "11 x 11 points do not fit";
  shape.grid_rows = 1;
  shape.grid_cols = 1;
  shape.tile_rows = shape.tile_cols = 2;
  device.memory_words = 1600;
  EXPECT_EQ(tiles(TileGrid(shape)), 11);
  device.max_cols = 39;
  EXPECT_EQ(tiles(TileGrid(shape)), 0) << "whole rows do not fit";
}

}  // namespace
}  // namespace stencil::test
