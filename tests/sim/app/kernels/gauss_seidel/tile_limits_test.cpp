// Limits of a tile in cycles: points set, load and store.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_record.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

Capabilities device(std::int64_t pes, std::int64_t lanes, double link_bytes_per_cycle) {
  Capabilities capabilities;
  capabilities.pes = pes;
  capabilities.lanes = lanes;
  capabilities.link_bytes_per_cycle = link_bytes_per_cycle;
  capabilities.timed = true;
  return capabilities;
}

TEST(TileLimits, CountThePointsSet) {
  TileCommand tile;
  tile.rows = 30;
  tile.cols = 20;
  tile.sweeps = 6;
  tile.top = {10, -1};
  tile.bottom = {25, 0};
  tile.left = {3, 1};
  tile.right = {14, 1};
  // 15 .. 20 rows of 11 columns.
  const std::int64_t rows = 15 + 16 + 17 + 18 + 19 + 20;
  const BlockLimits limits = tile_limits(device(4, 4, 8.0), tile, {8 * 600, 8 * 560, 2});
  EXPECT_EQ(limits.rows_swept, rows);
  EXPECT_EQ(limits.stream_cycles, (rows * 11 + 3) / 4) << "one lane";
  EXPECT_EQ(limits.roofline_cycles, 600) << "the load is the limit";
  EXPECT_EQ(limits.pass_stall_cycles, 0);
  EXPECT_EQ(tile_limits(device(8, 1, 8.0), tile, {}).stream_cycles, (rows * 11 + 5) / 6) << "six sweeps, six elements";

  Capabilities no_clock = device(4, 1, 8.0);
  no_clock.timed = false;
  EXPECT_EQ(tile_limits(no_clock, tile, {}).rows_swept, rows);
  EXPECT_EQ(tile_limits(no_clock, tile, {8 * 600, 0, 1}).roofline_cycles, 0);
}

}  // namespace
}  // namespace stencil
