// Geometry and sequencer: every place of the schedule against its law.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "Vtile_geometry.h"
#include "Vtile_sequencer.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::tile_sequencer_test {
namespace {

constexpr std::int64_t modulus = 1 << 16;

struct Job {
  std::int64_t rows, cols, slots;
  bool backward;

  std::int64_t width() const { return std::max(cols, 2 * slots + 1); }
  std::int64_t cycle(std::int64_t row, std::int64_t col) const {
    const std::int64_t slot = row % slots;
    return slots * (row / slots * width() + col + 2 * slot) + slot;
  }
};

class TileSequencer : public ::testing::Test {
 protected:
  void describe(const Job& job) {
    geometry_->i_run = 1;
    geometry_->i_cols = static_cast<std::uint16_t>(job.cols);
    geometry_->i_slots = static_cast<std::uint8_t>(job.slots);
    geometry_->i_backward = job.backward;
    for (int i = 0; i < 3; ++i) geometry_.tick();
    geometry_.settle();
    sequencer_->i_cols = static_cast<std::uint16_t>(job.cols);
    sequencer_->i_slots = static_cast<std::uint8_t>(job.slots);
    sequencer_->i_turn = geometry_->o_turn;
    sequencer_->i_last_col = geometry_->o_last_col;
    sequencer_->i_col_step = geometry_->o_col_step;
    sequencer_->i_slot_step = geometry_->o_slot_step;
    sequencer_->i_band_step = geometry_->o_band_step;
  }

  void expect_law(const Job& job, std::int64_t first_address) {
    SCOPED_TRACE(::testing::Message() << job.rows << " x " << job.cols << ", " << job.slots << " slots, backward "
                                      << job.backward << ", from " << first_address);
    describe(job);
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> cells;
    for (std::int64_t row = 0; row < job.rows; ++row)
      for (std::int64_t col = 0; col < job.cols; ++col) cells[job.cycle(row, col)] = {row, col};
    ASSERT_EQ(cells.size(), static_cast<std::size_t>(job.rows * job.cols)) << "two cells in one cycle";

    sequencer_->i_start = 1;
    sequencer_->i_address = static_cast<std::uint16_t>(first_address);
    sequencer_->i_end_row = static_cast<std::uint16_t>(job.rows - 1);
    sequencer_->i_run = 1;
    sequencer_.tick();
    sequencer_->i_start = 0;
    const std::int64_t ends = job.cycle(job.rows - 1, job.cols - 2);
    for (std::int64_t cycle = 0; cycle <= cells.rbegin()->first; ++cycle) {
      sequencer_.settle();
      ASSERT_EQ(sequencer_->o_first_slot, cycle % job.slots == 0) << "cycle " << cycle;
      ASSERT_EQ(sequencer_->o_last_slot, cycle % job.slots == job.slots - 1) << "cycle " << cycle;
      ASSERT_EQ(sequencer_->o_end, cycle == ends) << "cycle " << cycle;
      const auto cell = cells.find(cycle);
      ASSERT_EQ(sequencer_->o_useful, cell != cells.end()) << "cycle " << cycle;
      if (cell == cells.end()) {
        // A pad, or a row before the first or past the last.
        ASSERT_TRUE(!sequencer_->o_valid || sequencer_->o_row >= job.rows) << "cycle " << cycle;
      } else {
        const auto [row, col] = cell->second;
        ASSERT_TRUE(sequencer_->o_valid) << "cycle " << cycle;
        ASSERT_EQ(sequencer_->o_row, row) << "cycle " << cycle;
        ASSERT_EQ(sequencer_->o_col, col) << "cycle " << cycle;
        const std::int64_t step = row * job.cols + col;
        ASSERT_EQ(sequencer_->o_address, (first_address + (job.backward ? -step : step)) & (modulus - 1))
            << "cycle " << cycle;
      }
      // Disabled cycles change nothing.
      if (cycle % 7 == 3) {
        sequencer_->i_run = 0;
        sequencer_.tick();
        sequencer_->i_run = 1;
      }
      sequencer_.tick();
    }
  }

  Clocked<Vtile_geometry> geometry_;
  Clocked<Vtile_sequencer> sequencer_;
};

TEST_F(TileSequencer, EveryPlaceIsWhereTheLawSays) {
  Random random(311);
  for (int i = 0; i < 120; ++i) {
    const Job job{random.in(3, 70), random.in(3, 90), random.in(2, 32), random.one_in(2)};
    expect_law(job, random.in(0, modulus - 1));
    if (HasFatalFailure()) return;
  }
}

TEST_F(TileSequencer, RowsAsWideAsTheNarrowestOfTheSchedule) {
  for (const std::int64_t slots : {13, 14, 32})
    for (std::int64_t cols = 2 * slots - 1; cols <= 2 * slots + 3; ++cols)
      for (const bool backward : {false, true}) {
        expect_law({3 * slots + 1, cols, slots, backward}, 0);
        if (HasFatalFailure()) return;
      }
}

// The rounds between a cell of the last slot and its reader in the first slot of the next band are the buffer's places.
TEST_F(TileSequencer, GeometryTellsTheRoundsBetweenBands) {
  for (std::int64_t slots = 2; slots <= 32; ++slots)
    for (std::int64_t cols = 3; cols < 90; ++cols) {
      const Job job{2 * slots, cols, slots, false};
      describe(job);
      const std::int64_t rounds = job.cycle(slots, 0) / slots - job.cycle(slots - 1, 0) / slots;
      ASSERT_EQ(geometry_->o_edge_last + 1, rounds) << slots << " slots, " << cols << " columns";
      ASSERT_EQ(geometry_->o_row_step, cols);
    }
}

// Every output keeps every bit while nothing runs, whatever the inputs do.
TEST_F(TileSequencer, APlaceStaysWhileNothingRuns) {
  Random random(313);
  const auto word = [&] { return static_cast<std::uint16_t>(random.word()); };
  const auto place = [&] {
    return std::make_tuple(sequencer_->o_first_slot, sequencer_->o_last_slot, sequencer_->o_valid, sequencer_->o_useful,
                           sequencer_->o_row, sequencer_->o_col, sequencer_->o_address, sequencer_->o_end);
  };
  for (int i = 0; i < 200; ++i) {
    const Job job{random.in(3, 70), random.in(3, 90), random.in(2, 32), random.one_in(2)};
    describe(job);
    sequencer_->i_end_row = static_cast<std::uint16_t>(job.rows - 1);
    for (int cycle = 0; cycle < 100; ++cycle) {
      sequencer_->i_start = cycle == 0;
      sequencer_->i_run = 1;
      if (cycle == 0) sequencer_->i_address = word();
      sequencer_.tick();
      sequencer_.settle();
      const auto before = place();
      sequencer_->i_start = sequencer_->i_run = 0;
      sequencer_->i_address = word();
      sequencer_.tick();
      sequencer_.settle();
      ASSERT_EQ(place(), before) << "cycle " << cycle;
    }
  }
}

}  // namespace
}  // namespace stencil::test::tile_sequencer_test
