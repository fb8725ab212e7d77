// Cycles lost in the engine by tiles, whose rows are swept in bands of row slots: at bands, rounds and long rows.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "sim/app/compare/comparison.hpp"
#include "tests/sim/app/compare/recorded.hpp"

namespace stencil {
namespace {

using test::add_cycles;

constexpr std::int64_t slots = 12;

struct Pass {
  std::int64_t cycles = 0;  // from the first cell that is read to the last one, both counted
  std::int64_t bands = 0;   // that have begun by then: one every slots * width cycles
  std::int64_t rounds = 0;  // of all slots
  std::int64_t slots_before_another = 0;
};

// T(row, column) of rtl/CONTRACT.md, counted: row i is read in slot i % slots of band i / slots, a cell every `slots`
// cycles; each row of a band is two columns and one cycle behind the row above it.
Pass pass_of(const ClassKey& key) {
  const std::int64_t width = std::max(key.shape.cols, 2 * slots + 1), last = key.shape.rows - 1;
  Pass pass;
  std::int64_t begins = 0;  // of row `last`
  for (std::int64_t row = 0; row < last; ++row) {
    const bool ends_band = row % slots == slots - 1;
    begins += ends_band ? slots * width - (slots - 1) * (2 * slots + 1) : 2 * slots + 1;
    if (ends_band) pass.slots_before_another += slots;
  }
  pass.cycles = begins + slots * (key.shape.cols - 2) + 1;
  for (std::int64_t cycle = 0; cycle < pass.cycles; ++cycle) {
    if (cycle % (slots * width) == 0) ++pass.bands;
    if (cycle % slots == slots - 1) ++pass.rounds;
  }
  return pass;
}

std::int64_t tile_passes_of(const ClassKey& key) {
  return (key.shape.niter + 3) / 4;
}

Recording tiles() {
  Recording made = test::recording();
  made.classes.clear();
  for (const std::int64_t rows : {9, 20, 25, 40}) {
    for (const std::int64_t cols : {15, 77, 130}) {
      for (const std::int64_t niter : {1, 5, 9}) {
        ClassKey key = test::key(rows, cols, niter, StepPlace::only);
        key.context = {"gauss-seidel", "small", "", "", "", {}};
        key.shape.keep.reset();
        key.shape.chain.reset();
        key.shape.tile = TileKind{TileClass::local, false};
        RecordedClass& recorded = made.classes[key] = test::recorded(key, 3);
        Spread& fill = recorded.cycles[place_of("fill")];
        add_cycles(
            recorded, "compute",
            tile_passes_of(key) * pass_of(key).cycles + fill.minimum - recorded.cycles[place_of("compute")].minimum);
      }
    }
  }
  return made;
}

// more: cycles of one pass.
std::string lost(const std::function<std::int64_t(const Pass&)>& more) {
  Recording now = tiles();
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "compute", tile_passes_of(key) * more(pass_of(key)));
  const CycleComparison found = compare_cycles(tiles(), now, {});
  return found.explanations.size() == 1 ? found.explanations[0].sentence() : "";
}

TEST(ExplainTiles, BandsAreNamed) {
  EXPECT_EQ(lost([](const Pass& pass) { return 2 * pass.bands; }),
            "compute: 2 cycles more per band of rows (start of a band), in 36 classes");
}

TEST(ExplainTiles, LongRowsOfBandsAreNamed) {
  EXPECT_EQ(lost([](const Pass& pass) { return pass.slots_before_another; }),
            "compute: 1 cycle more per row slot of each band before another (longer rows of a band), in 27 classes");
}

TEST(ExplainTiles, RoundsAreNamed) {
  EXPECT_EQ(lost([](const Pass& pass) { return pass.rounds; }),
            "compute: 1 cycle more per round of the row slots (a bubble per round), in 36 classes");
}

// Rows of 15 columns wait for the rounds of 12 slots, wider ones do not.
TEST(ExplainTiles, LongRowsThatDoNotWaitForTheirSlotAreNamed) {
  Recording now = tiles();
  for (auto& [key, recorded] : now.classes) {
    if (key.shape.cols > 2 * slots)
      add_cycles(recorded, "compute", tile_passes_of(key) * pass_of(key).slots_before_another);
  }
  const CycleComparison found = compare_cycles(tiles(), now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].sentence(),
            "compute: 1 cycle more per row slot of each band before another, in rows of more than two columns per slot "
            "(longer rows of a band), in 18 classes");
}

// T(row, cols - 2) of rtl/CONTRACT.md in so many slots.
std::int64_t until_row(std::int64_t row, std::int64_t number, const ClassKey& key) {
  const std::int64_t width = std::max(key.shape.cols, 2 * number + 1);
  return number * (row / number * width + key.shape.cols - 2 + 2 * (row % number)) + row % number;
}

// Cycles of a tile in so many slots; of them those that read.
std::int64_t cycles_in(std::int64_t number, const ClassKey& key) {
  std::int64_t cycles = 0;
  const std::int64_t passes = tile_passes_of(key);
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    const std::int64_t sweeps = (key.shape.niter + pass) / passes;
    cycles += until_row(key.shape.rows + sweeps - 2, number, key) + 2 * number * (sweeps - 1);
  }
  return cycles;
}
std::int64_t reads_in(std::int64_t number, const ClassKey& key) {
  return tile_passes_of(key) * until_row(key.shape.rows - 1, number, key);
}

TEST(ExplainTiles, AnotherNumberOfRowSlotsIsNamed) {
  for (const std::int64_t odd : {0, 1}) {
    Recording now = tiles();
    for (auto& [key, recorded] : now.classes) {
      const std::int64_t more = cycles_in(slots + 2, key) - cycles_in(slots, key);
      add_cycles(recorded, "compute", more);
      add_cycles(recorded, "fill", more - (reads_in(slots + 2, key) - reads_in(slots, key)));
    }
    add_cycles(now.classes.begin()->second, "compute", odd);
    for (const bool fewer : {false, true}) {
      const CycleComparison found = fewer ? compare_cycles(now, tiles(), {}) : compare_cycles(tiles(), now, {});
      ASSERT_EQ(found.explanations.size(), 1u);
      const std::string expected = std::string("compute: tiles are processed in 2 row slots ") +
                                   (fewer ? "fewer" : "more") + " (row slots), in 36 classes";
      EXPECT_EQ(found.explanations[0].sentence() == expected, odd == 0) << found.explanations[0].sentence();
    }
  }
}

}  // namespace
}  // namespace stencil
