// Registers and COMMAND carry every command as the host gives it; a field that does not fit into them is named.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/carried_command.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stencil {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 31;

class CarriedCommand : public ::testing::Test {
 protected:
  CarriedCommand() {
    device_.pes = 4;
    device_.lanes = 1;
    device_.max_cols = 1024;
    device_.memory_words = 16384;
    device_.f_buffers = device_.r_buffers = 4;
    device_.tile_slots_min = 8;
    device_.tile_slots_max = 64;
  }
  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(end));
  }
  TileEdge edge() { return {below(most / 2), static_cast<int>(below(3)) - 1}; }

  Capabilities device_;
  std::mt19937_64 random_{1};
};

TEST_F(CarriedCommand, SweepsAndTilesComeAsTheyWereGiven) {
  for (int i = 0; i < 200; ++i) {
    SweepCommand sweep{below(most), 3 + below(1000), below(most), JacobiWeights{0.5, 0.25, 0.125}};
    sweep.f_buffer = static_cast<int>(below(4));
    sweep.r_buffer = static_cast<int>(below(4));
    sweep.above = below(2) == 1;
    sweep.below = below(2) == 1;
    EXPECT_EQ(wrongly_carried(sweep, device_), "");
    TileCommand tile;
    tile.rows = below(most);
    tile.cols = 3 + below(1000);
    tile.sweeps = 1 + below(most);
    tile.backward = below(2) == 1;
    tile.top = edge(), tile.bottom = edge(), tile.left = edge(), tile.right = edge();
    tile.f_buffer = static_cast<int>(below(4));
    EXPECT_EQ(wrongly_carried(tile, device_), "");
  }
}

TEST_F(CarriedCommand, AFieldThatTheRegistersLackRoomForIsNamed) {
  TileCommand tile;
  tile.rows = tile.cols = 9;
  tile.sweeps = 1;
  tile.right.slope = 2;
  EXPECT_EQ(wrongly_carried(tile, device_), "right_slope is -2 there, must be 2");
}

}  // namespace
}  // namespace stencil
