// The number of points that a tile command sets.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_points.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

TEST(TilePoints, CountsEachSweepWhereItsEdgesAre) {
  TileCommand command{10, 10, 4, false, {2, 0}, {7, 0}, {3, 0}, {5, 0}};
  EXPECT_EQ(points_set(command), 4 * 5 * 2);
  command.bottom.slope = -1;
  EXPECT_EQ(points_set(command), (5 + 4 + 3 + 2) * 2);
  command.right.slope = 1;
  EXPECT_EQ(points_set(command), 5 * 2 + 4 * 3 + 3 * 4 + 2 * 5);
  command.top.slope = 1;
  EXPECT_EQ(points_set(command), 5 * 2 + 3 * 3 + 1 * 4 + 0) << "crossed in the last sweep";
  command.left = {8, 0};
  EXPECT_EQ(points_set(command), 0) << "crossed in both directions is not a point";
  command.sweeps = 0;
  EXPECT_EQ(points_set(command), 0);
}

}  // namespace
}  // namespace stencil
