// Tiles in a pipeline: what stays in buffers and what is moved, which calls wait, what each tile cost.
// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "host/device/counts.hpp"
#include "host/gauss_seidel/pipeline/tile_frames.hpp"
#include "tests/host/gauss_seidel/pipeline_case.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"

namespace stencil::test {
namespace {

// The same beside a cut of columns: the columns that two tiles work on go row by row, and those of messages.
TEST(TilePipeline, ColumnsThatNoOtherTileWorksOnStayInTheirBuffers) {
  TileGridShape shape;
  shape.rows = 22;
  shape.cols = 82;
  shape.grid_cols = 2;
  shape.sweeps = 2;
  shape.tile_cols = 2;
  const TileGrid grid(shape);
  for (const std::int64_t rank : {0, 1}) {
    for (const std::int64_t rounds : {1, 4}) {
      Field field = rank_field(grid, rank, seeded_field(grid, 1));
      const auto device = device_with(2, Happens::at_wait);
      TilePipeline tiles(*device, grid, rank);
      for (std::int64_t group = 0; group < 2 * rounds; ++group) {
        for (const TileStep& step : plan_group(grid, rank, group % 2 == 1)) {
          tiles.release(step, Arrivals::all, grid.stored(rank), field.data());
          tiles.received(step, Arrivals::all);
          tiles.run(group / 2, step, grid.stored(rank), field.data());
          for (const TileMessage& message : step.sends) tiles.bring(message);
        }
      }
      tiles.finish();
      const std::int64_t both = tile_frame(grid, rank, 0, 0).cols.last - tile_frame(grid, rank, 0, 1).cols.first;
      EXPECT_EQ(both, 4);
      const std::int64_t column = 8 * 22;
      const std::int64_t message = 2 + 1;
      EXPECT_LE(device->traffic().bytes_to_device,
                (grid.stored(rank).cols.count() + both + 2 * rounds * (both + message)) * column);
      EXPECT_LE(device->traffic().bytes_from_device,
                (grid.stored(rank).cols.count() + 2 * rounds * (both + message)) * column);
    }
  }
}

// With a buffer for each tile, each is loaded and stored once; between them go the rows that both work on.
TEST(TilePipeline, RowsStayInTheirBuffers) {
  const TileGrid grid = strips(42, 2, 2);
  Field field = seeded_field(grid, 1);
  for (const std::int64_t rounds : {1, 4}) {
    const auto device = device_with(2, Happens::at_wait);
    TilePipeline tiles(*device, grid, 0);
    for (std::int64_t round = 0; round < rounds; ++round) {
      for (const bool backward : {false, true}) {
        for (const TileStep& step : plan_group(grid, 0, backward)) tiles.run(round, step, grid.stored(0), field.data());
      }
    }
    tiles.finish();
    const std::int64_t row = 8 * 9;
    // 2 + 1 rows beside the cut, those of the other direction one row further: 4 of both, and what a sweep has set.
    const std::int64_t both = tile_frame(grid, 0, 0, 0).rows.last - tile_frame(grid, 0, 1, 0).rows.first;
    EXPECT_EQ(both, 4);
    const std::int64_t first_load = (42 + both) * row;
    EXPECT_LE(device->traffic().bytes_to_device, first_load + 2 * rounds * both * row);
    EXPECT_LE(device->traffic().bytes_from_device, (42 + 2 * rounds * both) * row);
  }
}

TEST(TilePipeline, TellsWhatEachTileCostWithoutARest) {
  struct Watcher : TileObserver {
    void before_tile(const TileRun&, const double* block) override { EXPECT_EQ(block, nullptr); }
    void after_tile(const TileRun& run, const double* inner_rows) override {
      EXPECT_EQ(inner_rows, nullptr);
      runs.push_back(run);
    }
    std::vector<TileRun> runs;
  } watcher;
  const TileGrid grid = strips(60, 3, 2);
  Field field = seeded_field(grid, 1);
  const auto device = device_with(2, Happens::at_random);
  const CycleCounts cycles = device->cycles();
  TilePipeline tiles(*device, grid, 0, &watcher);
  std::size_t tiles_run = 0;
  for (int round = 0; round < 2; ++round) {
    for (const bool backward : {false, true}) {
      const std::vector<TileStep> steps = plan_group(grid, 0, backward);
      for (const TileStep& step : steps) {
        tiles.run(round, step, grid.stored(0), field.data());
        ++tiles_run;
      }
      tiles.finish();  // plans must live until then
      ASSERT_EQ(watcher.runs.size(), tiles_run);
    }
  }
  CycleCounts all;
  TrafficCounts moved;
  for (std::size_t i = 0; i < watcher.runs.size(); ++i) {
    EXPECT_EQ(watcher.runs[i].index, static_cast<std::int64_t>(i));
    all += watcher.runs[i].cycles;
    moved += watcher.runs[i].traffic;
  }
  EXPECT_EQ(all.total(), (device->cycles() - cycles).total());
  EXPECT_EQ(moved.bytes_to_device, device->traffic().bytes_to_device);
  EXPECT_EQ(moved.bytes_from_device, device->traffic().bytes_from_device);
}

// Whatever the device does first, a store has the values of the command before it, not of the next one.
TEST(DeviceField, ACommandWaitsForStoresOfWhatItReplaces) {
  const TileGrid grid = strips(14, 1, 2);
  const TileFrame frame = grid.stored(0);
  const TileStep step = plan_group(grid, 0, false).front();
  const TileCommand command = block_of(step.window).command;
  Field expected = seeded_field(grid, 1);
  Field field = expected;
  CpuTiles().run(0, step, frame, expected.data());
  const std::unique_ptr<Accelerator> device = device_with(2, Happens::sweeps_first);
  DeviceField points(*device, grid, 0, field.data(), [] {});
  const int buffer = points.hold(0, frame);
  points.load_all(buffer);
  for (int command_number = 0; command_number < 2; ++command_number) {
    const Ticket posted = device->post(command, points.before_command(buffer));
    points.swept(buffer, posted, {step.window.rows.over(2), step.window.cols.over(2)});
    if (command_number == 0) points.store_tile(0);
  }
  device->wait();
  EXPECT_EQ(field, expected);
}

// Not the last one of all, nor of those that meet the same words of 4 KiB.
TEST(TileBuffer, KnowsTheLastStoreThatMeetsAPlaceSinceTheCommand) {
  const auto words = [](std::int64_t first, std::int64_t count) { return Place{Bank::f, 0, first, count}; };
  TileBuffer buffer;
  buffer.add_store(words(0, 600), 3);
  buffer.add_store(words(20, 10), 4);
  buffer.add_store(words(700, 10), 5);
  EXPECT_EQ(buffer.store, 5);
  EXPECT_EQ(buffer.last_store_of(words(25, 10)), 4);
  EXPECT_EQ(buffer.last_store_of(words(30, 10)), 3);
  EXPECT_EQ(buffer.last_store_of(words(599, 101)), 3);
  EXPECT_EQ(buffer.last_store_of(words(25, 680)), 5);
  EXPECT_EQ(buffer.last_store_of(words(600, 100)), 0);
  EXPECT_EQ(buffer.last_store_of(words(5000, 1)), 0);
  buffer.swept(6);
  EXPECT_EQ(buffer.store, 0);
  EXPECT_EQ(buffer.load, 0);
  EXPECT_EQ(buffer.last_store_of(words(0, 1000)), 0);
}

}  // namespace
}  // namespace stencil::test
