// Tiles in a pipeline: the bits of the golden loop with any number of buffers and any order that the
// calls leave open, what is moved, what each tile cost. SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/device/counts.hpp"
#include "host/gauss_seidel/pipeline/fused_grid.hpp"
#include "host/gauss_seidel/pipeline/tile_frames.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil::test {
namespace {

using Happens = FakeAccelerator::Happens;

TileGrid strips(std::int64_t rows, std::int64_t tiles, std::int64_t sweeps, std::int64_t ranks = 1) {
  TileGridShape shape;
  shape.rows = rows;
  shape.cols = 9;
  shape.grid_rows = ranks;
  shape.sweeps = sweeps;
  shape.tile_rows = tiles;
  return TileGrid(shape);
}

std::unique_ptr<FakeAccelerator> device_with(std::int64_t buffers, Happens happens, std::uint64_t seed = 1,
                                             std::int64_t words = 100000) {
  auto device = std::make_unique<FakeAccelerator>(words, 10000, happens, buffers, 1, seed);
  device->set_tile_slots(13, 32);
  return device;
}

// All ranks in one process, in an order drawn at random; each with a device of its own. Their messages leave and come
// as those of a solver, or all of them behind and before their tiles.
class Ranks {
 public:
  Ranks(const TileGrid& grid, std::int64_t rounds, const Field& whole, std::int64_t buffers, Random& random)
      : grid_(grid), as_solver_(random(0, 2) > 0) {
    for (std::int64_t rank = 0; rank < grid.ranks(); ++rank) {
      auto one = std::make_unique<Rank>();
      one->field = rank_field(grid, rank, whole);
      const auto happens = random(0, 2) == 0 ? Happens::loads_first : Happens::at_random;
      one->device = device_with(buffers, happens, static_cast<std::uint64_t>(random(0, 1000)));
      one->tiles = std::make_unique<TilePipeline>(*one->device, grid, rank);
      for (std::int64_t group = 0; group < 2 * rounds; ++group) {
        for (TileStep& step : plan_group(grid, rank, group % 2 == 1)) one->steps.push_back(std::move(step));
      }
      ranks_.push_back(std::move(one));
    }
  }

  std::int64_t wrong_points(Random& random, const Field& expected) {
    while (step_one(random)) {
    }
    std::int64_t wrong = 0;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      EXPECT_EQ(ranks_[rank]->next, ranks_[rank]->steps.size()) << "a rank waits for ever";
      ranks_[rank]->tiles->finish();
      EXPECT_EQ(ranks_[rank]->device->loads_of_changed_memory, 0);
      wrong += differing_points(grid_, static_cast<std::int64_t>(rank), ranks_[rank]->field, expected);
    }
    return wrong;
  }

 private:
  struct Rank {
    Field field;
    std::unique_ptr<FakeAccelerator> device;
    std::unique_ptr<TilePipeline> tiles;
    std::vector<TileStep> steps;
    std::size_t next = 0;
  };

  bool is_ready(std::int64_t number) {
    const Rank& rank = *ranks_[static_cast<std::size_t>(number)];
    if (rank.next == rank.steps.size()) return false;
    const auto are_here = [&](std::size_t step, Arrivals which) {
      const std::vector<TileMessage>& messages = rank.steps[step].receives;
      return std::none_of(messages.begin(), messages.end(), [&](const TileMessage& message) {
        return is_among(message, which) && queues_[{message.peer, number}].empty();
      });
    };
    if (!as_solver_) return are_here(rank.next, Arrivals::all);
    return are_here(rank.next, Arrivals::others) &&
           (rank.next + 1 == rank.steps.size() || are_here(rank.next + 1, Arrivals::ahead));
  }

  // The messages of a rank.
  struct Mail {
    void receive(std::size_t step, Arrivals which) {
      for (const TileMessage& message : rank.steps[step].receives) {
        if (!is_among(message, which)) continue;
        std::deque<Field>& waiting = all.queues_[{message.peer, number}];
        unpack(message, all.grid_.stored(number), waiting.front().data(), rank.field.data());
        waiting.pop_front();
      }
    }
    void send(const TileDeparture& one) {
      const TileMessage& message = rank.steps[one.step].sends[one.message];
      Field packed(static_cast<std::size_t>(message.words()));
      pack(message, all.grid_.stored(number), rank.field.data(), packed.data());
      all.queues_[{number, message.peer}].push_back(std::move(packed));
    }

    Ranks& all;
    Rank& rank;
    std::int64_t number;
  };

  bool step_one(Random& random) {
    std::vector<std::int64_t> ready;
    for (std::int64_t number = 0; number < grid_.ranks(); ++number)
      if (is_ready(number)) ready.push_back(number);
    if (ready.empty()) return false;
    const std::int64_t number = ready[static_cast<std::size_t>(random(0, static_cast<std::int64_t>(ready.size()) - 1))];
    Rank& rank = *ranks_[static_cast<std::size_t>(number)];
    const TileFrame frame = grid_.stored(number);
    const std::size_t at = rank.next++;
    const TileStep& step = rank.steps[at];
    const TileStep* const next = rank.next < rank.steps.size() ? &rank.steps[rank.next] : nullptr;
    Mail mail{*this, rank, number};
    if (as_solver_) {
      StepOrder order(*rank.tiles, rank.steps, frame, rank.field.data(), mail);
      order.receive(at);
      order.sweep(0, at, random(0, 3) > 0 ? next : nullptr);
    } else {
      if (!step.receives.empty()) {
        rank.tiles->release(step, Arrivals::all, frame, rank.field.data());
        mail.receive(at, Arrivals::all);
        rank.tiles->received(step, Arrivals::all);
      }
      if (next != nullptr && random(0, 3) > 0) rank.tiles->expect(*next);
      rank.tiles->run(0, step, frame, rank.field.data());
      if (next != nullptr && random(0, 3) > 0) rank.tiles->prepare(*next, frame, rank.field.data());
      for (std::size_t message = 0; message < step.sends.size(); ++message) {
        rank.tiles->bring(step.sends[message]);
        mail.send({at, message});
      }
    }
    const std::size_t in_group = static_cast<std::size_t>(grid_.rows().tiles() * grid_.cols().tiles());
    if (rank.next + in_group > rank.steps.size() && random(0, 1) == 0) rank.tiles->settle(step, next);
    return true;
  }

  const TileGrid& grid_;
  bool as_solver_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::deque<Field>> queues_;
};

TEST(TilePipeline, HasTheBitsOfTheGoldenLoopWheneverCallsAreCarriedOut) {
  Random random(test_seed());
  for (int number = 0; number < 120; ++number) {
    // Whole rows as they are fused, and columns cut as well.
    const bool whole_rows = number % 3 == 0;
    const std::int64_t row_parts = random(1, whole_rows ? 4 : 3);
    TileGridShape shape = random_shape(random, row_parts, whole_rows ? 1 : random(1, 3), {4, whole_rows ? 5 : 3, 4, 6});
    if (whole_rows) shape.tile_cols = 1;
    const std::int64_t buffers = random(1, 3);
    const std::int64_t rounds = random(1, 3);
    SCOPED_TRACE(::testing::Message() << describe(shape) << ", " << buffers << " buffers, " << rounds << " rounds");
    const TileGrid grid(shape);
    const Field field = seeded_field(grid, 3);
    ASSERT_EQ(Ranks(grid, rounds, field, buffers, random).wrong_points(random, golden(grid, field, rounds)), 0);
  }
}

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
