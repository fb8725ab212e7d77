// Predicted cycles of a run's tiles, step by step.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_cost.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "sim/app/kernels/gauss_seidel/options.hpp"
#include "sim/device/backends/platform_backends.hpp"
#include "tests/support/test_devices.hpp"

namespace stencil {
namespace {

using testing_support::ClockedDevice;
using testing_support::IdleDevice;

TEST(TileCycles, AreThoseOfEachTileStepByStep) {
  TileOptions options;
  options.sweeps = 2;
  options.tiles = {2, 1};
  const TileGrid grid = make_tile_grid(13, 9, 1, options);
  std::vector<double> field(13 * 9, 0.25);
  Capabilities capabilities;
  capabilities.tile_slots_max = 1;
  capabilities.memory_words = 1000;
  capabilities.max_cols = 9;
  ClockedDevice dry(std::make_unique<IdleDevice>(capabilities));
  // Rows 1 .. 6 and 7 .. 11; the edge between them lies one row further north in the second sweep forward and two in
  // the first backward. A block has 9 columns; a cycle per word in and out, two per word for the sweeps, 10 per
  // command.
  const auto cost = [](std::int64_t rows) { return 9 * (rows + (rows - 2) + 2 * rows) + 10; };
  using Steps = std::vector<std::vector<std::int64_t>>;
  EXPECT_EQ(tile_cycles(grid, 0, 1, dry, field.data()), (Steps{{cost(8), cost(8)}, {cost(9), cost(7)}}));
  EXPECT_EQ(tile_cycles(grid, 0, 2, dry, field.data()).size(), 4u);
  EXPECT_EQ(field, std::vector<double>(13 * 9, 0.25));
}

// RunMeter relies on this: after the first round, rounds repeat.
TEST(TileCycles, RepeatFromTheSecondRound) {
  const TileGrid grid = make_tile_grid(70, 50, 4, {});
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    const TileFrame frame = grid.stored(rank);
    std::vector<double> field(static_cast<std::size_t>(frame.words()));
    AcceleratorOptions device;
    device.config = "small";
    const std::unique_ptr<Accelerator> dry = make_dry_accelerator(device);
    const auto steps = tile_cycles(grid, rank, 4, *dry, field.data());
    for (const std::size_t later : {4u, 6u}) {
      EXPECT_EQ(steps[later], steps[2]);
      EXPECT_EQ(steps[later + 1], steps[3]);
    }
  }
}

}  // namespace
}  // namespace stencil
