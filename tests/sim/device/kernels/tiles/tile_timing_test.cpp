// The cycles of a tile command by formula, and the best number of row slots.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_timing.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace stencil {
namespace {

double share(const TileEngineShape& engine, const TileShape& tile, std::int64_t points) {
  const std::int64_t slots = best_slots(engine, tile);
  return static_cast<double>(ideal_tile_cycles(engine.pes, tile.sweeps, points)) /
         static_cast<double>(tile_timing(engine, tile, slots).busy_cycles);
}

// 47 bands of 13 rows of 98 columns, and the way of the last row out through all elements.
TEST(TileTiming, EightSweepsOverATallTileOnEightElements) {
  const TileEngineShape engine{8};
  const TileShape tile{602, 98, 8};
  const TileTiming timing = tile_timing(engine, tile, 13);
  // Row 608 of the frame lies in band 46, slot 10.
  EXPECT_EQ(timing.busy_cycles, 13 * (46 * 98 + 96 + 20) + 10 + 2 * 13 * 7 + 22 + 4);
  EXPECT_GE(share(engine, tile, 8 * 600 * 96), 0.95);
}

TEST(TileTiming, OneSweepOnOneElement) {
  const TileEngineShape engine{1};
  const TileShape tile{62, 98, 1};
  // Row 61 lies in band 4, slot 9.
  EXPECT_EQ(tile_timing(engine, tile, 13).busy_cycles, 13 * (4 * 98 + 96 + 18) + 9 + 22 + 4);
  EXPECT_GE(share(engine, tile, 60 * 96), 0.85);
}

TEST(TileTiming, SumsUpThePassesItTells) {
  for (const TileEngineShape& engine : {TileEngineShape{1}, TileEngineShape{3, 30, 17, 40}, TileEngineShape{8}})
    for (std::int64_t sweeps = 1; sweeps <= 20; ++sweeps)
      for (const std::int64_t cols : {3, 26, 27, 28, 90}) {
        const TileShape tile{25, cols, sweeps};
        const TilePasses passes(engine, tile, 17);
        EXPECT_EQ(passes.count(), (sweeps + engine.pes - 1) / engine.pes);
        std::int64_t cycles = 0, fill = 0;
        for (std::int64_t number = 0; number < passes.count(); ++number) {
          EXPECT_GT(passes[number].fill_cycles(), 0);
          cycles += passes[number].cycles;
          fill += passes[number].fill_cycles();
        }
        EXPECT_EQ(tile_timing(engine, tile, 17).busy_cycles, cycles);
        EXPECT_EQ(tile_timing(engine, tile, 17).fill_cycles, fill);
      }
}

// A row must last until the first row of the next band needs the last row of this band.
TEST(TileTiming, NarrowRowsCostAsMuchAsThePaddedOnes) {
  const TileEngineShape engine{4};
  const std::int64_t narrow = tile_timing(engine, {40, 3, 4}, 13).busy_cycles;
  const std::int64_t padded = tile_timing(engine, {40, 27, 4}, 13).busy_cycles;
  EXPECT_EQ(padded - narrow, 13 * (27 - 3));
  EXPECT_EQ(tile_timing(engine, {40, 28, 4}, 13).busy_cycles - padded, 13 * (3 + 1));
}

TEST(TileTiming, OfMoreCyclesThanANumberHoldsIsTheLargestNumber) {
  const TileTiming timing = tile_timing({4, 22, 13, 32}, {std::int64_t{1} << 28, 1000, std::int64_t{1} << 36}, 13);
  EXPECT_EQ(timing.busy_cycles, std::numeric_limits<std::int64_t>::max());
}

TEST(BestSlots, NoOthersAreShorterAndNoFewerAreAsShort) {
  const TileEngineShape engine{2, 22, 13, 32};
  for (const std::int64_t rows : {3, 14, 20, 33, 62, 140})
    for (const std::int64_t cols : {3, 30, 64, 98, 500}) {
      const TileShape tile{rows, cols, 3};
      const std::int64_t best = best_slots(engine, tile);
      ASSERT_GE(best, 13);
      ASSERT_LE(best, 32);
      const std::int64_t least = tile_timing(engine, tile, best).busy_cycles;
      for (std::int64_t slots = 13; slots <= 32; ++slots) {
        const std::int64_t cycles = tile_timing(engine, tile, slots).busy_cycles;
        EXPECT_GE(cycles, least);
        EXPECT_TRUE(slots >= best || cycles > least);
      }
    }
  // 26 rows fill two bands of 13; 27 do better with 14 than with a third band.
  EXPECT_EQ(best_slots({1}, {26, 500, 1}), 13);
  EXPECT_EQ(best_slots({1}, {27, 500, 1}), 14);
}

TEST(IdealTileCycles, RoundsUpAndKnowsThatIdleElementsDoNotHelp) {
  EXPECT_EQ(ideal_tile_cycles(4, 8, 101), 26);
  EXPECT_EQ(ideal_tile_cycles(4, 2, 101), 51);
  EXPECT_EQ(ideal_tile_cycles(4, 2, 0), 0);
}

}  // namespace
}  // namespace stencil
