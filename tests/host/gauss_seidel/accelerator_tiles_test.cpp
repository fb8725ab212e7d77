// Tiles on an accelerator: the calls, the bits, the cost reported per tile, the refusals.
// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/accelerator_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil::test {
namespace {

using Happens = FakeAccelerator::Happens;
using Texts = std::vector<std::string>;

TEST(AcceleratorTiles, MovesTheTileWithOneLineAroundByHand) {
  TileGridShape shape;
  shape.rows = 12;  // tiles of rows 1-5, 6-10
  shape.cols = 9;
  shape.sweeps = 2;
  shape.tile_rows = 2;
  const TileGrid grid(shape);
  Field field = seeded_field(grid, 1);
  FakeAccelerator device(100);
  device.set_tile_slots(13, 32);
  AcceleratorTiles tiles(device);
  const std::vector<TileStep> steps = plan_group(grid, 0, false);
  // Rows 6-10, and row 5 in the second sweep: the block has rows 4-11.
  tiles.run(0, steps[1], grid.stored(0), field.data());
  EXPECT_EQ(device.calls, (Texts{"load f [0, 72)", "tile 8x9 sweeps 2", "store f [9, 63)", "wait"}));
  const TileBlock block = block_of(steps[1].window);
  EXPECT_EQ(block.frame.rows, (PointRange{4, 12}));
  EXPECT_EQ(block.frame.cols, (PointRange{0, 9}));
  EXPECT_EQ(block.command.top.at, 2);
  EXPECT_EQ(block.command.top.slope, -1);
  EXPECT_EQ(block.command.bottom.at, 7);
  EXPECT_EQ(block.command.bottom.slope, 0);
  EXPECT_EQ(block.command.left.at, 1);
  EXPECT_EQ(block.command.right.at, 8);
}

TEST(AcceleratorTiles, HasTheBitsOfTheCpuWheneverCallsAreCarriedOut) {
  Random random(test_seed());
  for (int number = 0; number < 60; ++number) {
    const TileGridShape shape = random_shape(random, {3, 3, 4});
    SCOPED_TRACE(describe(shape));
    const TileGrid grid(shape);
    const std::int64_t rank = random(0, grid.ranks() - 1);
    const TileFrame frame = grid.stored(rank);
    Field expected(static_cast<std::size_t>(frame.words()));
    fill_problem_rows(5, ProblemArray::f, 0, frame.rows.count(), frame.cols.count(), expected.data());
    Field got = expected;
    FakeAccelerator device(100000, 10000, random(0, 1) == 0 ? Happens::at_random : Happens::at_wait);
    device.set_tile_slots(13, 32);
    AcceleratorTiles tiles(device);
    CpuTiles cpu;
    for (const bool backward : {false, true}) {
      for (const TileStep& step : plan_group(grid, rank, backward)) {
        cpu.run(0, step, frame, expected.data());
        tiles.run(0, step, frame, got.data());
        device.poison();
        ASSERT_EQ(compare_rows(expected.data(), got.data(), 0, 1, frame.words()).mismatches, 0);
      }
    }
  }
}

// The last column alone in its subdomain: of one sweep backward the cut lies on the border.
TEST(AcceleratorTiles, ATileThatSetsNoPointIsACommandAsAnyOther) {
  TileGridShape shape;
  shape.rows = 12;
  shape.cols = 4;
  shape.grid_cols = 2;
  shape.sweeps = 1;
  const TileGrid grid(shape);
  const TileFrame frame = grid.stored(1);
  const TileStep step = plan_group(grid, 1, true).front();
  EXPECT_EQ(step.window.cols.over(1).count(), 0);
  const TileBlock block = block_of(step.window);
  EXPECT_EQ(block.frame.cols.count(), 3);
  EXPECT_GE(block.frame.cols.first, frame.cols.first);
  Field field(static_cast<std::size_t>(frame.words()));
  fill_problem_rows(5, ProblemArray::f, 0, frame.rows.count(), frame.cols.count(), field.data());
  const Field before = field;
  FakeAccelerator device(1000);
  device.set_tile_slots(13, 32);
  AcceleratorTiles(device).run(0, step, frame, field.data());
  EXPECT_EQ(compare_rows(before.data(), field.data(), 0, 1, frame.words()).mismatches, 0);
}

// A device that changes values that it must not set.
struct SpoilsEdges : FakeAccelerator {
  using FakeAccelerator::FakeAccelerator;
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    FakeAccelerator::do_command(ticket, command, after);
    const CommandBlock block = command_block(command);
    for (std::int64_t i = 0; i < block.rows; ++i) {
      f[0][static_cast<std::size_t>(i * block.cols)] = poison_value;
      f[0][static_cast<std::size_t>((i + 1) * block.cols - 1)] = poison_value;
    }
  }
  double poison_value = stencil::test::poison();
};

TEST(AcceleratorTiles, PutsOnlyWhatATileSetsIntoTheField) {
  TileGridShape shape;
  shape.rows = shape.cols = 12;
  shape.sweeps = 2;
  shape.tile_rows = shape.tile_cols = 2;
  const TileGrid grid(shape);
  Field expected = seeded_field(grid, 1);
  Field got = expected;
  SpoilsEdges device(200);
  device.set_tile_slots(13, 32);
  AcceleratorTiles tiles(device);
  CpuTiles cpu;
  for (const TileStep& step : plan_group(grid, 0, false)) {
    cpu.run(0, step, grid.stored(0), expected.data());
    tiles.run(0, step, grid.stored(0), got.data());
  }
  EXPECT_EQ(got, expected);
}

struct Watcher : TileObserver {
  void before_tile(const TileRun& run, const double* block) override {
    begun.push_back(run.index);
    first_words.push_back(block[0]);
  }
  void after_tile(const TileRun& run, const double* inner_rows) override {
    runs.push_back(run);
    first_inner_words.push_back(inner_rows[0]);
    classes.push_back(run.step->tile_class);
  }
  std::vector<std::int64_t> begun;
  std::vector<double> first_words;
  std::vector<double> first_inner_words;
  std::vector<TileRun> runs;
  std::vector<TileClass> classes;
};

TEST(AcceleratorTiles, TellsWhatEachTileCost) {
  TileGridShape shape;
  shape.rows = shape.cols = 22;
  shape.grid_rows = shape.grid_cols = 2;
  shape.sweeps = 2;
  shape.tile_rows = shape.tile_cols = 2;
  const TileGrid grid(shape);
  const TileFrame frame = grid.stored(2);
  Field field(static_cast<std::size_t>(frame.words()));
  fill_problem_rows(5, ProblemArray::f, 0, frame.rows.count(), frame.cols.count(), field.data());
  const Field before = field;
  FakeAccelerator device(1000);
  device.set_tile_slots(13, 32);
  Watcher watcher;
  AcceleratorTiles tiles(device, &watcher);
  const CycleCounts start = device.cycles();
  const std::vector<TileStep> steps = plan_group(grid, 2, false);
  for (const TileStep& step : steps) tiles.run(7, step, frame, field.data());

  ASSERT_EQ(watcher.runs.size(), 4u);
  EXPECT_EQ(watcher.begun, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(watcher.classes[1], TileClass::mixed);
  EXPECT_EQ(watcher.first_words[0], before[0]);
  CycleCounts cycles;
  TrafficCounts traffic;
  for (std::size_t k = 0; k < 4; ++k) {
    const TileRun& run = watcher.runs[k];
    const TileFrame& block = run.block.frame;
    EXPECT_EQ(run.index, static_cast<std::int64_t>(k));
    EXPECT_EQ(run.round, 7);
    EXPECT_EQ(run.cycles.compute, steps[k].window.points());
    EXPECT_EQ(run.traffic.bytes_to_device, 8 * block.words());
    EXPECT_EQ(run.traffic.bytes_from_device, 8 * (block.rows.count() - 2) * block.cols.count());
    EXPECT_EQ(run.traffic.transfers, 2);
    cycles += run.cycles;
    traffic += run.traffic;
    const auto first_inner = static_cast<std::size_t>(frame.index(block.rows.first + 1, block.cols.first));
    EXPECT_EQ(watcher.first_inner_words[k], field[first_inner]);
  }
  EXPECT_EQ(cycles.total(), (device.cycles() - start).total());
  EXPECT_EQ(traffic.transfers, device.traffic().transfers);
}

void expect_refused(const Capabilities& device, const TileGrid& grid, const std::string& text) {
  try {
    check_tiles_fit(device, grid);
  } catch (const ArgumentError& error) {
    EXPECT_EQ(error.what(), text);
    return;
  }
  ADD_FAILURE() << "not refused: " << text;
}

TEST(AcceleratorTiles, RefusesWhatDoesNotFit) {
  TileGridShape shape;
  shape.rows = 42;  // subdomains of 20 rows; backward the tile before the cut reaches from 11 - 3 to 21 + 3
  shape.cols = 30;
  shape.grid_rows = 2;
  shape.sweeps = 3;
  shape.tile_rows = 2;
  const TileGrid grid(shape);
  Capabilities device;
  device.accel = "rtl";
  device.config = "small";
  device.max_cols = 30;
  device.memory_words = 18 * 30;
  expect_refused(device, grid, "accelerator rtl of configuration small has no Gauss-Seidel kernel, only Jacobi");
  device.tile_slots_max = 32;
  check_tiles_fit(device, grid);
  device.memory_words = 18 * 30 - 1;
  expect_refused(
      device, grid,
      "rows of the largest tile with one row around = 18, must be 3 .. 17 (539 words per buffer, 30 columns)");
  device.max_cols = 29;
  expect_refused(device, grid,
                 "columns of the largest tile with one column around = 30, must be 3 .. 29 (the device's longest row)");
}

// Runs the largest block of each direction, to show that the check refuses neither too much nor too little.
TEST(AcceleratorTiles, TheCheckIsExact) {
  Random random(test_seed());
  for (int number = 0; number < 200; ++number) {
    const TileGridShape shape = random_shape(random);
    SCOPED_TRACE(describe(shape));
    const TileGrid grid(shape);
    Capabilities device;
    device.tile_slots_max = 32;
    for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
      for (const bool backward : {false, true}) {
        for (const TileStep& step : plan_group(grid, rank, backward)) {
          const TileBlock block = block_of(step.window);
          device.max_cols = std::max(device.max_cols, block.command.cols);
          device.memory_words = std::max(device.memory_words, block.frame.words());
        }
      }
    }
    EXPECT_NO_THROW(check_tiles_fit(device, grid));
    --device.memory_words;
    EXPECT_THROW(check_tiles_fit(device, grid), ArgumentError);
    ++device.memory_words;
    --device.max_cols;
    EXPECT_THROW(check_tiles_fit(device, grid), ArgumentError);
  }
}

}  // namespace
}  // namespace stencil::test
