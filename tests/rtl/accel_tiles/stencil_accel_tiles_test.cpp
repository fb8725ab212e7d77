// Tile commands through the pins of stencil_accel: every bit and every cycle, one after another and beside bursts.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_timing.hpp"
#include "tests/rtl/accel_tiles/accel_tiles_case.hpp"
#include "tests/rtl/support/accel_tiles.hpp"

namespace stencil::test::stencil_accel_tiles_test {
namespace {

INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelTiles, ::testing::ValuesIn(shapes_with(kernel_tiles)), name_of_shape);

// Jacobi sweeps come in between; cells that a command does not set keep their values, in r too.
TEST_P(StencilAccelTiles, CommandsAreExactUnderEveryStall) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    for (std::int64_t i = random_cases(3); i > 0; --i) {
      const std::int64_t cols = random_side(shape().max_cols);
      const std::int64_t rows = random_side(memory_words / cols);
      const TileJob job = random_tile(rows, cols);
      const AccelCommand command = random_buffers({static_cast<std::uint64_t>(rows)});
      SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << job.sweeps << " sweeps, backward "
                                        << job.backward << ", " << job.slots << " slots, seed 211, case " << i);
      post_tile(job);
      const auto compute_before = bench.causes()[CAUSE_COMPUTE], stall_before = bench.causes()[CAUSE_STALL];
      const auto fill_before = bench.fill_cycles();
      bench.queue(command);
      bench.wait_until_idle();
      tile_model(command, job);
      const TileTiming timing = timing_of(command, job);
      EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE] - compute_before, timing.busy_cycles);
      EXPECT_EQ(bench.causes()[CAUSE_STALL] - stall_before, 0);
      EXPECT_CYCLES(bench.fill_cycles() - fill_before, timing.fill_cycles);
      ASSERT_EQ(bench.first_difference(), "");
      if (i % 2 == 0 && has(kernel_jacobi)) {
        bench.must_write(REG_TILE, tile_word(job) & ~tile_kernel);
        bench.job(static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(job.sweeps));
        bench.queue(command);
        bench.wait_until_idle();
        bench.sweep_model(command, cols, job.sweeps);
        ASSERT_EQ(bench.first_difference(), "");
      } else {
        load_odd();
      }
    }
    EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
  }
}

// The last words of a buffer, and the words beside them in a beat of several lanes.
TEST_P(StencilAccelTiles, ABlockThatFillsItsBuffer) {
  auto& bench = make();
  load_random();
  const std::int64_t cols = shape().max_cols, rows = memory_words / cols;
  for (const bool backward : {false, true}) {
    TileJob job = whole(rows, cols, 2);
    job.backward = backward;
    post_tile(job);
    bench.queue({static_cast<std::uint64_t>(rows), 1, 1});
    bench.wait_until_idle();
    tile_model({static_cast<std::uint64_t>(rows), 1, 1}, job);
    ASSERT_EQ(bench.first_difference(), "");
  }
}

// Bursts are served beside a tile, in every buffer but the two of its command; bursts on those wait for it. No device
// must be fast, so a store of another buffer has waited if it begins behind a tile that takes much longer than such a
// store does alone.
TEST_P(StencilAccelTiles, BurstsAndTilesSideBySide) {
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    auto& bench = make(stall);
    load_random();
    const std::int64_t cols = std::min<std::int64_t>(shape().max_cols, 20), rows = 30;
    const auto words = static_cast<std::size_t>(rows * cols);
    std::size_t beat = bench.reads().beats().size();
    const auto expect_stored = [&](const Words& expected, std::size_t length) {
      Words got;
      for (; beat < bench.reads().beats().size(); ++beat)
        got.insert(got.end(), bench.reads().beats()[beat].words.begin(), bench.reads().beats()[beat].words.end());
      got.resize(length);
      ASSERT_EQ(got, Words(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(length)));
    };
    // The cycles to the first beat; `beat` is its number.
    const auto cycles_to_begin = [&](unsigned number) {
      const std::int64_t begin = bench.cycles();
      bench.post_store(number, words / 5);
      bench.tick_until([&] { return bench.reads().beats().size() > beat; }, "the store of another buffer");
      return bench.cycles() - begin;
    };
    const std::int64_t alone_cycles = cycles_to_begin(0);
    bench.finish_bursts();
    expect_stored(bench.memory().f(0), words / 5);
    for (unsigned round = 0; round < 4; ++round) {
      if (HasFatalFailure()) return;
      const TileJob job = random_tile(rows, cols);
      const AccelCommand command{static_cast<std::uint64_t>(rows), 1, round % 2};
      const unsigned other_r = 1 - command.r_buffer;
      AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 215 + round, {0, axi_first_r + other_r});
      post_tile(job);
      bench.queue(command);
      bench.tick_until([&] { return bench.pins().perf_cause == CAUSE_COMPUTE; }, "the tile");
      const std::int64_t tile_begin = bench.cycles();
      bool has_waited = false;
      std::vector<unsigned> others = {0U, axi_first_r + other_r};
      if (round >= 2) std::swap(others.front(), others.back());
      for (const unsigned other : others) {
        const bool beside = bench.finished().size() == round;
        cycles_to_begin(other);
        has_waited = has_waited || (beside && bench.finished().size() > round);
        bench.tick_until([&] { return bench.reads().idle(); }, "the store of another buffer");
        expect_stored(other == 0 ? bench.memory().f(0) : bench.memory().r(other_r), words / 5);
        if (HasFatalFailure()) return;
      }
      EXPECT_CYCLES(bench.finished().size(), round) << "both end long before the tile";
      for (int burst = 0; burst < 20; ++burst) bench.post_write(traffic.write(traffic.address()));
      tile_model(command, job);
      bench.post_store(1, words);  // the tile's own buffer, served when the tile is done
      bench.finish_bursts();
      expect_stored(bench.memory().f(1), words);
      if (HasFatalFailure()) return;
      if (bench.finished().at(round) - tile_begin > 4 * alone_cycles) {
        EXPECT_FALSE(has_waited);
      }
      ASSERT_EQ(bench.first_difference(), "");
      beat = bench.reads().beats().size();
    }
  }
}

// A store of the right-hand side that the next tile needs has begun when a tile runs: the tile still reads its own
// buffer, the store gets its own words. An engine that follows the head of the queue mixes them up.
TEST_P(StencilAccelTiles, AStoreOfTheNextTilesRightHandSideGoesOn) {
  auto& bench = make();
  load_random();
  const std::int64_t cols = std::min<std::int64_t>(shape().max_cols, 20), rows = 30;
  const TileJob job = whole(rows, cols, shape().pes + 1);
  const AccelCommand runs{static_cast<std::uint64_t>(rows), 0, 0}, waits{static_cast<std::uint64_t>(rows), 1, 1};
  post_tile(job);
  for (int i = 0; i < 100; ++i) bench.tick();  // the plan is ready
  AxiAddress store = bench.bursts_over(axi_first_r + waits.r_buffer).front();
  store.beats = static_cast<unsigned>(std::min<std::int64_t>(64, memory_words / shape().bus_words));
  bench.reads().pause(true);
  bench.reads().post(store);
  for (int i = 0; i < 20; ++i) bench.tick();  // it has begun, and stands still
  bench.queue(runs);
  bench.tick_until([&] { return bench.pins().perf_cause == CAUSE_COMPUTE; }, "the tile");
  bench.queue(waits);
  const std::size_t first = bench.reads().beats().size();
  bench.reads().pause(false);
  bench.finish_bursts();
  ASSERT_EQ(bench.finished().size(), 0) << "the tile ended before the store";
  for (unsigned beat = 0; beat < store.beats; ++beat)
    ASSERT_EQ(bench.reads().beats()[first + beat].words, bench.memory().read(store, beat).words) << "beat " << beat;
  bench.wait_until_idle();
  tile_model(runs, job);
  tile_model(waits, job);
  EXPECT_EQ(bench.first_difference(), "");
}

// The second tile is taken in the cycle after the first one's last write.
TEST_P(StencilAccelTiles, QueuedTilesFollowOneAnother) {
  auto& bench = make();
  load_random();
  const std::int64_t cols = std::min<std::int64_t>(shape().max_cols, 15), rows = 33;
  const TileJob job = whole(12, cols, shape().pes + 1);
  const std::vector<AccelCommand> commands = {{rows, 0, 0}, {12, 1, 1}, {20, 0, 1}};
  post_tile(job);
  for (int i = 0; i < 100; ++i) bench.tick();  // the plan is ready, so the first one leaves the queue at once
  for (const AccelCommand& command : commands) bench.queue(command);
  bench.wait_until_idle();
  ASSERT_EQ(bench.finished().size(), commands.size());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    tile_model(commands[i], job);
    if (i > 0) {
      EXPECT_CYCLES(bench.finished()[i] - bench.finished()[i - 1], 1 + timing_of(commands[i], job).busy_cycles);
    }
  }
  EXPECT_EQ(bench.first_difference(), "");
}

TEST_P(StencilAccelTiles, ResetInMidRun) {
  auto& bench = make();
  const std::int64_t cols = std::min<std::int64_t>(shape().max_cols, 9), rows = 14;
  const TileJob job = whole(rows, cols, 2 * shape().pes);
  for (std::int64_t cut = 8; cut < 900; cut += 223) {
    SCOPED_TRACE(::testing::Message() << "reset " << cut << " cycles after the start");
    load_random();
    post_tile(job);
    bench.queue({static_cast<std::uint64_t>(rows)});
    for (std::int64_t cycle = 0; cycle < cut; ++cycle) bench.tick();
    bench.reset();
    EXPECT_EQ(bench.read_register(REG_TILE), 0u);
    EXPECT_EQ(bench.read_register(REG_STATUS), 0u);
    load_random();
    if (cut % 2 == 0 && has(kernel_jacobi)) {
      bench.job(3, 3);
      bench.queue({7});
      bench.wait_until_idle();
      bench.sweep_model({7}, 3, 3);
      ASSERT_EQ(bench.first_difference(), "");
    }
    post_tile(job);
    const std::int64_t compute_before = bench.causes()[CAUSE_COMPUTE];
    bench.queue({static_cast<std::uint64_t>(rows)});
    bench.wait_until_idle();
    tile_model({static_cast<std::uint64_t>(rows)}, job);
    EXPECT_CYCLES(bench.causes()[CAUSE_COMPUTE] - compute_before,
                  timing_of({static_cast<std::uint64_t>(rows)}, job).busy_cycles);
    ASSERT_EQ(bench.first_difference(), "");
  }
}

}  // namespace
}  // namespace stencil::test::stencil_accel_tiles_test
