// The tile engine against the loop that defines it: every bit, every cycle.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "Vtile_1.h"
#include "Vtile_3.h"
#include "Vtile_4.h"
#include "Vtile_8.h"
#include "Vtile_narrow.h"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/kernels/tiles/tile_cases.hpp"
#include "tests/rtl/kernels/tiles/tile_engine_bench.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test::tile_engine_test {
namespace {

template <class V, std::int64_t Pes, std::int64_t Latency, std::int64_t MinSlots, std::int64_t MaxSlots>
struct Shape {
  using Model = V;
  static constexpr TileEngineShape engine{Pes, Latency, MinSlots, MaxSlots};
};
using Shapes = ::testing::Types<Shape<Vtile_1, 1, 22, 13, 32>, Shape<Vtile_3, 3, 31, 18, 32>,
                                Shape<Vtile_4, 4, 21, 12, 32>, Shape<Vtile_8, 8, 22, 13, 32>>;
using Narrow = Shape<Vtile_narrow, 5, 22, 13, 13>;

constexpr std::int64_t most_cols = 130;

template <class Shape>
class TileEngine : public ::testing::Test {
 protected:
  std::int64_t random_slots() {
    switch (random.in(0, 3)) {
      case 0:
        return bench.shape().slots_max;
      case 1:
        return random.in(bench.shape().slots_min, bench.shape().slots_max);
      default:
        return bench.shape().slots_min;
    }
  }

  Words random_block(const TileJob& job, std::int64_t rows) {
    const auto words = static_cast<std::size_t>(rows * job.cols);
    Words f = random.one_in(4) ? odd_values(words, random) : ordinary_values(words, random);
    if (random.one_in(2)) poison_unread(f, job);
    return f;
  }

  // Runs the blocks of one job in the same engine as all before them.
  void expect_exact(const TileJob& job, std::vector<TileBlock> blocks) {
    std::vector<Words> expected;
    for (TileBlock& block : blocks) {
      block.f = random_block(job, block.rows);
      expected.push_back(block.f);
      sweep_tile(expected.back(), job);
    }
    SCOPED_TRACE(::testing::Message() << blocks[0].rows << " x " << job.cols << ", " << job.sweeps << " sweeps "
                                      << (job.backward ? "backward" : "forward") << ", " << job.slots
                                      << " slots, edges " << text(job) << ", seed 301, after " << jobs << " jobs");
    ++jobs;
    ASSERT_NO_THROW(bench.run(job, blocks));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const auto difference = std::mismatch(blocks[i].f.begin(), blocks[i].f.end(), expected[i].begin());
      const std::int64_t at = difference.first - blocks[i].f.begin();
      ASSERT_TRUE(difference.first == blocks[i].f.end())
          << "block " << i << " row " << at / job.cols << " col " << at % job.cols << std::hex << ": got "
          << *difference.first << ", expected " << *difference.second;
    }
  }
  void expect_exact(const TileJob& job, std::int64_t rows) { expect_exact(job, {{rows, random_buffer(), {}, 0}}); }

  int random_buffer() { return static_cast<int>(random.in(0, 2)); }
  static std::string text(const TileJob& job) {
    std::string text;
    for (const Edge& edge : {job.top, job.bottom, job.left, job.right})
      text += std::to_string(edge.at) + "/" + std::to_string(edge.slope) + " ";
    return text;
  }

  TileEngineBench<typename Shape::Model> bench{Shape::engine};
  Random random{301};
  int jobs = 0;
};

TYPED_TEST_SUITE(TileEngine, Shapes);

// Holds C8.17-C8.20.
TYPED_TEST(TileEngine, RandomTiles) {
  for (std::int64_t i = random_cases(80); i > 0; --i) {
    std::int64_t rows = this->random.in(3, 45), cols = this->random.in(3, 50);
    if (i % 7 == 0) rows = this->random.in(60, 120);
    if (i % 7 == 1) cols = this->random.in(60, most_cols);
    const std::int64_t sweeps = this->random.in(1, i % 3 == 0 ? 20 : 9);
    this->expect_exact(random_job(rows, cols, sweeps, this->random_slots(), this->random), rows);
    if (this->HasFatalFailure()) return;
  }
}

// Rows much narrower than a row of the schedule; fewer rows than slots; more sweeps than rows.
// Holds C8.17-C8.20.
TYPED_TEST(TileEngine, EverySmallBlock) {
  for (std::int64_t rows = 3; rows <= 6; ++rows)
    for (std::int64_t cols = 3; cols <= 6; ++cols)
      for (const std::int64_t sweeps : {1, 2, 5, 9}) {
        this->expect_exact(random_job(rows, cols, sweeps, this->random_slots(), this->random), rows);
        if (this->HasFatalFailure()) return;
      }
}

// Around the width at which rows are no longer padded, and around a whole number of bands.
// Holds C8.21.
TYPED_TEST(TileEngine, RowsAndColumnsAroundTheBandsOfEverySlotCount) {
  const TileEngineShape& shape = this->bench.shape();
  for (std::int64_t slots = shape.slots_min; slots <= shape.slots_max; ++slots)
    for (std::int64_t more = -1; more <= 1; ++more) {
      const std::int64_t sweeps = this->random.in(1, shape.pes);
      const std::int64_t rows = slots - (sweeps - 1) + more, cols = 2 * slots + 1 + more;
      this->expect_exact(random_job(rows, cols, sweeps, slots, this->random), rows);
      if (this->HasFatalFailure()) return;
    }
}

// Data between bands wait longest here.
TYPED_TEST(TileEngine, LongestRows) {
  for (std::int64_t cols = most_cols - 1; cols <= most_cols; ++cols)
    for (const std::int64_t slots : {this->bench.shape().slots_min, this->bench.shape().slots_max}) {
      const std::int64_t rows = 2 * slots + 1;
      this->expect_exact(random_job(rows, cols, this->bench.shape().pes, slots, this->random), rows);
      if (this->HasFatalFailure()) return;
    }
}

// Holds C8.17, C8.18.
TYPED_TEST(TileEngine, EveryNumberOfSweepsTo20BothWays) {
  for (std::int64_t sweeps = 1; sweeps <= 20; ++sweeps)
    for (const bool backward : {false, true}) {
      TileJob job{29, sweeps, this->bench.shape().slots_min, backward, {1, 0}, {16, 0}, {1, 0}, {28, 0}};
      this->expect_exact(job, 17);
      if (this->HasFatalFailure()) return;
    }
}

// Each slope on each edge, both ways; a tile that drifts, one that shrinks to nothing, one that grows out of nothing.
// Holds C8.17, C8.19.
TYPED_TEST(TileEngine, EverySlope) {
  const std::int64_t sweeps = 5;
  for (int slopes = 0; slopes < 81; ++slopes) {
    const auto edge = [&](int power, std::int64_t at) { return Edge{at, slopes / power % 3 - 1}; };
    TileJob job{15, sweeps, this->random_slots(), slopes % 2 == 0, edge(1, 5), edge(3, 8), edge(9, 6), edge(27, 9)};
    this->expect_exact(job, 14);
    job.backward = !job.backward;
    if (slopes % 5 == 0) this->expect_exact(job, 14);
    if (this->HasFatalFailure()) return;
  }
}

// A command waits for the previous one; it comes while that one is in flight, or later.
TYPED_TEST(TileEngine, CommandsInARow) {
  for (int i = 0; i < 12; ++i) {
    const std::int64_t least_rows = this->random.in(3, 20);
    const TileJob job =
        random_job(least_rows, this->random.in(3, 40), this->random.in(1, 10), this->random_slots(), this->random);
    std::vector<TileBlock> blocks;
    for (int buffer = 0; buffer < 3; ++buffer)
      blocks.push_back({least_rows + this->random.in(0, 9), buffer, {}, this->random.one_in(2) ? 0 : 3000 * buffer});
    this->expect_exact(job, blocks);
    if (this->HasFatalFailure()) return;
  }
}

// A reset at any time in a command; the next command is not affected.
// Holds C2.1.
TYPED_TEST(TileEngine, ResetInMidRun) {
  for (std::int64_t cut = 1; cut < 2500; cut += cut < 500 ? 31 : 97) {
    const TileJob job = random_job(20, 35, 9, this->random_slots(), this->random);
    std::vector<TileBlock> blocks = {{20, 1, this->random_block(job, 20), 0}};
    this->bench.begin(job, blocks);
    for (std::int64_t cycle = 0; cycle < cut && this->bench.clock(); ++cycle) continue;
    this->bench.reset();
    ASSERT_FALSE(this->bench.busy()) << "still busy after a reset";
    // Long enough for a write-back that waited.
    ASSERT_NO_THROW(this->bench.idle(cut % 2 == 0 ? 600 : 1));
    this->expect_exact(random_job(9, 14, 5, this->random_slots(), this->random), 9);
    if (this->HasFatalFailure()) return;
  }
}

using NarrowTileEngine = TileEngine<Narrow>;

TEST_F(NarrowTileEngine, EveryBlockThatFits) {
  for (std::int64_t cols = 3; cols <= 5; ++cols)
    for (std::int64_t rows = 3; rows * cols < 64; ++rows)
      for (const std::int64_t sweeps : {1, 3, 5, 6, 13}) {
        expect_exact(random_job(rows, cols, sweeps, 13, random), rows);
        if (HasFatalFailure()) return;
      }
}

// Points set per cycle and element, fill and control included.
TEST(TileEngineRate, EightSweepsOf600RowsOnEightElements) {
  TileEngineBench<Vtile_8> bench({8, 22, 13, 32});
  Random random(302);
  const TileJob job{98, 8, 13, false, {1, 0}, {601, 0}, {1, 0}, {97, 0}};
  std::vector<TileBlock> blocks = {{602, 0, ordinary_values(602 * 98, random), 0}};
  Words expected = blocks[0].f;
  sweep_tile(expected, job);
  const std::int64_t cycles = bench.run(job, blocks);
  EXPECT_EQ(blocks[0].f, expected);
  EXPECT_EQ(cycles, 60330);
  EXPECT_GE(600.0 * 96 / static_cast<double>(cycles), 0.95);
}

TEST(TileEngineRate, OneSweepOf60RowsOnOneElement) {
  TileEngineBench<Vtile_1> bench({1, 22, 13, 32});
  Random random(303);
  for (const bool backward : {false, true}) {
    const TileJob job{98, 1, 13, backward, {1, 0}, {61, 0}, {1, 0}, {97, 0}};
    std::vector<TileBlock> blocks = {{62, 0, ordinary_values(62 * 98, random), 0}};
    Words expected = blocks[0].f;
    sweep_tile(expected, job);
    const std::int64_t cycles = bench.run(job, blocks);
    EXPECT_EQ(blocks[0].f, expected);
    EXPECT_EQ(cycles, 6613);
    EXPECT_GE(60.0 * 96 / static_cast<double>(cycles), 0.85);
  }
}

}  // namespace
}  // namespace stencil::test::tile_engine_test
