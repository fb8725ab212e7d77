// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "Vengine_1_1.h"
#include "Vengine_2_4.h"
#include "Vengine_2_4_cols1.h"
#include "Vengine_2_4_cols3.h"
#include "Vengine_3_2.h"
#include "Vengine_4_1.h"
#include "Vengine_5_1.h"
#include "Vengine_8_1.h"
#include "tests/rtl/engine/engine_bench.hpp"
#include "tests/rtl/engine/provenance.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test {
namespace {

constexpr std::int64_t pe_latency = 29, most_cols = 257;

template <class V, std::int64_t Pes, std::int64_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::int64_t pes = Pes, lanes = Lanes;
};

template <class Shape>
class Engine : public ::testing::Test {
 protected:
  static std::int64_t beats(std::int64_t cols) { return (cols + Shape::lanes - 1) / Shape::lanes; }

  // By how much the deepest pass would overrun the pass behind it; below 0 the passes run back to back.
  static std::int64_t margin(std::int64_t rows, std::int64_t cols, std::int64_t niter) {
    return plan_passes(niter, Shape::pes).deepest() * (beats(cols) + pe_latency) - rows * beats(cols);
  }

  // One command in the same engine as all before it: every bit of the result, every cycle of the formula.
  void expect_exact(std::int64_t rows, std::int64_t cols, std::int64_t niter, bool odd = false,
                    const Weights& weights = Weights()) {
    SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << niter << " sweeps, margin "
                                      << margin(rows, cols, niter) << ", seed 201, after " << commands << " commands");
    ++commands;
    const auto words = static_cast<std::size_t>(rows * cols);
    const Words before = odd ? odd_values(words, random) : ordinary_values(words, random);
    const Words r = odd ? odd_values(words, random) : ordinary_values(words, random);
    Words f = before;
    const EngineRun run = bench.run(rows, cols, niter, weights, f, r);
    const Words expected = swept(before, r, rows, cols, niter, weights);
    const auto difference = std::mismatch(f.begin(), f.end(), expected.begin());
    ASSERT_TRUE(difference.first == f.end())
        << "row " << (difference.first - f.begin()) / cols << " col " << (difference.first - f.begin()) % cols
        << std::hex << ": got " << *difference.first << ", expected " << *difference.second;

    const EngineTiming timing = engine_timing(bench.shape(), rows, cols, niter);
    ASSERT_EQ(run.busy_cycles, timing.busy_cycles());
    ASSERT_EQ(run.stall_cycles, timing.stall_cycles);
    ASSERT_EQ(run.issue_cycles, timing.stream_cycles);
    ASSERT_EQ(run.fill_cycles, timing.drain_cycles + timing.control_cycles);
    if (margin(rows, cols, niter) < 0) {
      const PassPlan plan = plan_passes(niter, Shape::pes);
      ASSERT_EQ(run.stall_cycles, 0);
      ASSERT_EQ(run.busy_cycles, plan.passes * rows * beats(cols) + plan.deepest() * (beats(cols) + pe_latency) + 3);
    }
  }

  EngineBench<typename Shape::Model> bench{{Shape::pes, Shape::lanes, pe_latency}};
  Random random{201};
  int commands = 0;
};

using Shapes = ::testing::Types<Shape<Vengine_1_1, 1, 1>, Shape<Vengine_4_1, 4, 1>, Shape<Vengine_5_1, 5, 1>,
                                Shape<Vengine_8_1, 8, 1>, Shape<Vengine_3_2, 3, 2>, Shape<Vengine_2_4, 2, 4>>;
TYPED_TEST_SUITE(Engine, Shapes);

TYPED_TEST(Engine, RandomShapes) {
  for (std::int64_t i = random_cases(300); i > 0; --i) {
    std::int64_t rows = this->random.in(1, 30), cols = this->random.in(1, 60);
    if (i % 7 == 0) {
      rows = this->random.in(1, 400);
      cols = this->random.in(1, 8);
    } else if (i % 7 == 1) {
      rows = this->random.in(1, 12);
      cols = this->random.in(200, most_cols);
    }
    this->expect_exact(rows, cols, this->random.in(1, 20), i % 5 == 0);
    if (this->HasFatalFailure()) return;
  }
}

// Blocks of 1, 2, 3 rows and one beat a row among them; more sweeps than rows.
TYPED_TEST(Engine, EverySmallShape) {
  for (std::int64_t rows = 1; rows <= 5; ++rows)
    for (std::int64_t cols = 1; cols <= 9; ++cols)
      for (const std::int64_t niter : {1, 2, 3, 5, 9}) {
        this->expect_exact(rows, cols, niter);
        if (this->HasFatalFailure()) return;
      }
}

TYPED_TEST(Engine, EveryNumberOfSweepsTo40) {
  for (std::int64_t niter = 1; niter <= 40; ++niter) {
    this->expect_exact(17, 13, niter);
    this->expect_exact(3, 3, niter);
    if (this->HasFatalFailure()) return;
  }
}

// Where the next pass just may, just may not follow without a gap. All three ways to forward a result are here.
TYPED_TEST(Engine, PassesAtTheMarginOfTheHazardRule) {
  std::set<std::int64_t> margins;
  int cases = 0;
  for (std::int64_t row_beats = 1; row_beats <= 60; ++row_beats)
    for (std::int64_t niter = 1; niter <= 4 * TypeParam::pes; ++niter) {
      const PassPlan plan = plan_passes(niter, TypeParam::pes);
      if (plan.passes < 2) continue;
      const std::int64_t lag = plan.deepest() * (row_beats + pe_latency);
      for (std::int64_t rows = (lag - 2) / row_beats; rows <= (lag + 2) / row_beats + 1; ++rows) {
        const std::int64_t cols = row_beats * TypeParam::lanes;
        const std::int64_t margin = this->margin(rows, cols, niter);
        if (rows < 1 || margin < -2 || margin > 2) continue;
        if (row_beats > 4 && (row_beats + niter) % 5 != 0) continue;
        this->expect_exact(rows, cols, niter);
        if (this->HasFatalFailure()) return;
        margins.insert(margin);
        ++cases;
      }
    }
  EXPECT_EQ(margins, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
  EXPECT_GT(cases, 20);
}

TYPED_TEST(Engine, SubnormalsInfinitiesAndNanOnEveryWeight) {
  for (const Weights& weights : {Weights{1e4, 1e4, 2.5e-5}, Weights{1e-308, 1e308, 1e-10}, Weights{-0.0, 1.0, -1.0}}) {
    this->expect_exact(23, 19, 1, true, weights);
    this->expect_exact(23, 19, 7, true, weights);
    if (this->HasFatalFailure()) return;
  }
}

// Each operand of each point on its own: a wrong neighbour is named.
TYPED_TEST(Engine, EveryOperandComesFromItsPlace) {
  for (const std::int64_t cols : {3, 4, 5, 9, 16, 23})
    for (const std::int64_t rows : {3, 4, 7, 12})
      for (const Probe& probe : all_probes()) {
        const Words before = probe.field(rows, cols), r = probe.right_hand_side(rows, cols);
        Words f = before;
        this->bench.run(rows, cols, 1, probe.weights(), f, r);
        const std::string wrong = probe.first_wrong_operand(rows, cols, before, f);
        ASSERT_EQ(wrong, "") << rows << " x " << cols;
      }
}

// In the middle of a command, at any point of it; the next one knows nothing of it.
TYPED_TEST(Engine, ResetInMidRun) {
  for (std::int64_t cut = 1; cut < 700; cut += 23) {
    Words f = ordinary_values(20 * 11, this->random);
    const Words r = ordinary_values(20 * 11, this->random);
    this->bench.start(20, 11, 9, Weights());
    for (std::int64_t cycle = 0; cycle < cut; ++cycle) this->bench.clock(f, r);
    this->bench.reset();
    ASSERT_FALSE(this->bench.clock(f, r)) << "still busy after a reset";
    this->expect_exact(9, 14, 5);
    if (this->HasFatalFailure()) return;
  }
}

// Counters of rows and addresses are as wide as they must be.
TYPED_TEST(Engine, HundredsOfThousandsOfRowsOfThreeColumns) {
  this->expect_exact(270001, 3, TypeParam::pes);
}

template <class V>
void expect_narrow_blocks_exact(std::int64_t max_cols) {
  const EngineShape shape{2, 4, pe_latency};
  EngineBench<V> bench(shape);
  Random random(202);
  for (std::int64_t cols = 1; cols <= max_cols; ++cols)
    for (std::int64_t rows = 1; rows <= 60; ++rows) {
      const Words before = ordinary_values(static_cast<std::size_t>(rows * cols), random),
                  r = ordinary_values(before.size(), random);
      Words f = before;
      const EngineRun run = bench.run(rows, cols, 5, Weights(), f, r);
      ASSERT_EQ(f, swept(before, r, rows, cols, 5, Weights())) << rows << " x " << cols << ", seed 202";
      ASSERT_EQ(run.busy_cycles, engine_timing(shape, rows, cols, 5).busy_cycles()) << rows << " x " << cols;
    }
}

TEST(NarrowEngine, OneColumnOnFourLanes) {
  expect_narrow_blocks_exact<Vengine_2_4_cols1>(1);
}
TEST(NarrowEngine, ThreeColumnsOnFourLanes) {
  expect_narrow_blocks_exact<Vengine_2_4_cols3>(3);
}

}  // namespace
}  // namespace stencil::test
