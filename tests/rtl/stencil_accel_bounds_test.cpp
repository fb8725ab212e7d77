// PROGRESS_CYCLES bounds the longest stretch in which a command shows no progress at the buses of stencil_accel.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_timing.hpp"
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_bounds_test {
namespace {

using namespace stencil::contract;

class StencilAccelBounds : public AccelTest {};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelBounds, ::testing::ValuesIn(accel_shapes), name_of_shape);

// By the laws, over every shape of a block that a buffer holds: a pass with as many sweeps as there are elements.
TEST_P(StencilAccelBounds, NoPassTakesLonger) {
  NEEDS_CYCLE_LAWS();
  const auto bound = static_cast<std::int64_t>(make().read_register(REG_PROGRESS_CYCLES));
  ASSERT_GE(bound, 1);
  ASSERT_LE(bound, std::int64_t{1} << 40);
  const auto memory_words = static_cast<std::int64_t>(shape().memory_words);
  const EngineShape engine{shape().pes, shape().lanes, shape().pe_latency};
  const TileEngineShape tiles{shape().pes, shape().tile_latency, shape().slots_min, shape().slots_max};
  std::int64_t longest = 0;
  for (std::int64_t cols = 1; cols <= shape().max_cols; ++cols)
    for (const std::int64_t rows : {std::int64_t{1}, std::int64_t{3}, memory_words / cols}) {
      if (rows * cols > memory_words) continue;
      longest = std::max(longest, engine_timing(engine, rows, cols, shape().pes).busy_cycles());
      if (rows < 3 || cols < 3) continue;
      for (const std::int64_t slots : {shape().slots_min, shape().slots_max})
        longest = std::max(longest, tile_timing(tiles, {rows, cols, shape().pes}, slots).busy_cycles);
    }
  EXPECT_LE(longest + 70, bound) << "with the plan before it";
  EXPECT_GT(3 * longest, bound) << "a bound that tells something";
}

// The longest such pass, at the pins: nothing moves on either bus.
TEST_P(StencilAccelBounds, TheLongestTileIsWithinIt) {
  NEEDS_CYCLE_LAWS();
  auto& bench = make();
  const auto bound = static_cast<std::int64_t>(bench.read_register(REG_PROGRESS_CYCLES));
  const std::uint64_t rows = shape().memory_words / 3;
  bench.job(3, static_cast<std::uint64_t>(shape().pes));
  bench.must_write(REG_TILE, tile_kernel | static_cast<std::uint64_t>(shape().slots_max) << tile_slots_bit);
  bench.must_write(REG_TILE_ROWS, 1 | (rows - 1) << tile_high_edge_bit);
  bench.must_write(REG_TILE_COLS, 1 | std::uint64_t{2} << tile_high_edge_bit);
  bench.queue({rows});
  const std::int64_t written = bench.cycles();
  bench.tick_until([&] { return !bench.finished().empty(); }, "the tile", bound);
  EXPECT_GT(bench.cycles() - written, bound / 3);
  EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
}

// What a device announces of its commands holds at the pins, whatever tree it is of.
TEST_P(StencilAccelBounds, CommandsEndWithinTheMultipleOfTheLawsThatTheDeviceAnnounces) {
  auto& bench = make();
  if (bench.read_register(REG_ID) < (id_name | version_with_laws)) GTEST_SKIP() << "a device before version 6";
  const auto settle = static_cast<std::int64_t>(bench.read_register(REG_SETTLE_CYCLES));
  const auto sweep_times = static_cast<std::int64_t>(bench.read_register(REG_PROGRESS_SWEEP));
  const auto tile_times = static_cast<std::int64_t>(bench.read_register(REG_PROGRESS_TILE));
  const EngineShape engine{shape().pes, shape().lanes, shape().pe_latency};
  const TileEngineShape tiles{shape().pes, shape().tile_latency, shape().slots_min, shape().slots_max};
  const auto ends_within = [&](std::int64_t limit, std::int64_t rows) {
    bench.queue({static_cast<std::uint64_t>(rows)});
    const std::size_t before = bench.finished().size();
    bench.tick_until([&] { return bench.finished().size() > before; }, "the command", settle + limit);
    bench.wait_until_idle();  // a device may be busy for longer than that
  };
  const auto memory_words = static_cast<std::int64_t>(shape().memory_words);
  const std::int64_t pes = shape().pes;
  for (const BlockShape& block : {BlockShape{1, 1, 1}, BlockShape{1, 1, 300}, BlockShape{3, 3, 2 * pes + 1},
                                  BlockShape{memory_words / shape().max_cols, shape().max_cols, pes}}) {
    bench.job(static_cast<std::uint64_t>(block.cols), static_cast<std::uint64_t>(block.niter));
    ends_within(sweep_times * engine_timing(engine, block).busy_cycles(), block.rows);
  }
  if ((shape().kernels & kernel_tiles) == 0) return;
  for (const TileShape& tile :
       {TileShape{3, 3, 1}, TileShape{memory_words / 3, 3, pes}, TileShape{5, 7, 2 * pes + 1}}) {
    bench.job(static_cast<std::uint64_t>(tile.cols), static_cast<std::uint64_t>(tile.sweeps));
    bench.must_write(REG_TILE, tile_kernel | static_cast<std::uint64_t>(shape().slots_max) << tile_slots_bit);
    bench.must_write(REG_TILE_ROWS, 1 | static_cast<std::uint64_t>(tile.rows - 1) << tile_high_edge_bit);
    bench.must_write(REG_TILE_COLS, 1 | static_cast<std::uint64_t>(tile.cols - 1) << tile_high_edge_bit);
    ends_within(tile_times * tile_timing(tiles, tile, shape().slots_max).busy_cycles, tile.rows);
  }
}

}  // namespace
}  // namespace stencil::test::stencil_accel_bounds_test
