// One classic command after another, each alone in the engine.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "Vengine_2_4_cols1.h"
#include "Vengine_2_4_cols3.h"
#include "tests/rtl/engine/engine_shapes.hpp"
#include "tests/rtl/engine/provenance.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test::engine_test {
namespace {

class Engine : public EngineTest {
 protected:
  // Beats by which the deepest pass would overrun the next pass; below 0 the passes run back to back.
  static std::int64_t margin(std::int64_t rows, std::int64_t cols, std::int64_t niter) {
    return Engine::lag(cols, niter) - rows * Engine::beats(cols);
  }

  // Runs one command in the same engine as all before it: every bit of the result, every cycle of the laws.
  void expect_exact(std::int64_t rows, std::int64_t cols, std::int64_t niter, bool odd = false,
                    const Weights& weights = usual_weights()) {
    SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << niter << " sweeps, margin "
                                      << margin(rows, cols, niter) << ", seed 201, after " << jobs << " jobs");
    ++jobs;
    const auto words = static_cast<std::size_t>(rows * cols);
    const Words before = odd ? odd_values(words, random) : ordinary_values(words, random);
    const Words r = odd ? odd_values(words, random) : ordinary_values(words, random);
    std::vector<EngineBlock> blocks = {{{rows}, before, r, {}}};
    blocks[0].command.f_buffer = random.in(0, 2);
    blocks[0].command.r_buffer = random.in(0, 1);
    const CommandCycles cycles = bench.run({cols, niter}, weights, blocks).front();
    expect_same(blocks[0].f, swept(before, r, rows, cols, niter, weights), cols);
    ASSERT_EQ(blocks[0].r, r);
    if (margin(rows, cols, niter) < 0) {
      const PassPlan plan(niter, shape().pes);
      ASSERT_EQ(cycles.busy().length(), plan.passes * rows * beats(cols) + lag(cols, niter) + 3);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Shapes, Engine, ::testing::ValuesIn(swept_engines), name_of_engine);

// Holds C8.1-C8.3, C8.12, C9.6, C9.7.
TEST_P(Engine, RandomShapes) {
  for (std::int64_t i = random_cases(200); i > 0; --i) {
    std::int64_t rows = random.in(1, 30), cols = random.in(1, 60);
    if (i % 7 == 0) {
      rows = random.in(1, 400);
      cols = random.in(1, 8);
    } else if (i % 7 == 1) {
      rows = random.in(1, 12);
      cols = random.in(200, most_cols);
    }
    expect_exact(rows, cols, random.in(1, 20), i % 5 == 0);
    if (HasFatalFailure()) return;
  }
}

// Includes blocks of 1, 2, 3 rows and one beat per row, and more sweeps than rows.
// Holds C8.1-C8.3, C8.12.
TEST_P(Engine, EverySmallShape) {
  for (std::int64_t rows = 1; rows <= 5; ++rows)
    for (std::int64_t cols = 1; cols <= 9; ++cols)
      for (const std::int64_t niter : {1, 2, 3, 5, 9}) {
        expect_exact(rows, cols, niter);
        if (HasFatalFailure()) return;
      }
}

// Holds C8.1.
TEST_P(Engine, EveryNumberOfSweepsTo40) {
  for (std::int64_t niter = 1; niter <= 40; ++niter) {
    expect_exact(17, 13, niter);
    expect_exact(3, 3, niter);
    if (HasFatalFailure()) return;
  }
}

// The next pass may just follow without a gap, or just not. Covers all three ways to forward a result.
// Holds C8.1, C9.6.
TEST_P(Engine, PassesAtTheMarginOfTheHazardRule) {
  std::set<std::int64_t> margins;
  int cases = 0;
  for (std::int64_t row_beats = 1; row_beats <= 60; ++row_beats)
    for (std::int64_t niter = 1; niter <= 4 * shape().pes; ++niter) {
      const PassPlan plan(niter, shape().pes);
      if (plan.passes < 2) continue;
      const std::int64_t lag = this->lag(row_beats * shape().lanes, niter);
      for (std::int64_t rows = (lag - 2) / row_beats; rows <= (lag + 2) / row_beats + 1; ++rows) {
        const std::int64_t cols = row_beats * shape().lanes;
        const std::int64_t margin = this->margin(rows, cols, niter);
        if (rows < 1 || margin < -2 || margin > 2) continue;
        if (row_beats > 4 && (row_beats + niter) % 5 != 0) continue;
        expect_exact(rows, cols, niter);
        if (HasFatalFailure()) return;
        margins.insert(margin);
        ++cases;
      }
    }
  EXPECT_EQ(margins, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
  EXPECT_GT(cases, 20);
}

// Holds C8.2.
TEST_P(Engine, SubnormalsInfinitiesAndNanOnEveryWeight) {
  for (Weights weights : {Weights{1e4, 1e4, 2.5e-5, Coefficients{1e4, 1e4, 1e4, 1e4, -4e4}},
                          Weights{1e-308, 1e308, 1e-10, Coefficients{1e-308, 1e308, 1e-308, -1e308, 1.0}},
                          Weights{-0.0, 1.0, -1.0, Coefficients{-0.0, 1.0, 0.0, -1.0, -0.0}}}) {
    if (!shape().five_point) weights.five_point.reset();
    expect_exact(23, 19, 1, true, weights);
    expect_exact(23, 19, 7, true, weights);
    if (HasFatalFailure()) return;
  }
}

// Each operand of each point on its own, so that a failure names the wrong neighbour.
// Holds C8.1.
TEST_P(Engine, EveryOperandComesFromItsPlace) {
  for (const std::int64_t cols : {3, 4, 5, 9, 16, 23})
    for (const std::int64_t rows : {3, 4, 7, 12})
      for (const Probe& probe : all_probes(shape().five_point)) {
        const Words before = probe.field(rows, cols), r = probe.right_hand_side(rows, cols);
        std::vector<EngineBlock> blocks = {{{rows}, before, r, {}}};
        bench.run({cols, 1}, probe.weights(), blocks);
        const std::string wrong = probe.first_wrong_operand(rows, cols, before, blocks[0].f);
        ASSERT_EQ(wrong, "") << rows << " x " << cols;
      }
}

// A reset at any time in a command; the next command is not affected.
// Holds C2.1.
TEST_P(Engine, ResetInMidRun) {
  for (std::int64_t cut = 1; cut < 700; cut += 23) {
    const Words f = ordinary_values(20 * 11, random), r = ordinary_values(20 * 11, random);
    std::vector<EngineBlock> blocks = {{{20}, f, r, {}}};
    bench.begin({11, 9}, usual_weights(), blocks);
    for (std::int64_t cycle = 0; cycle < cut && bench.clock(); ++cycle) continue;
    bench.reset();
    ASSERT_FALSE(bench.busy()) << "still busy after a reset";
    expect_exact(9, 14, 5);
    if (HasFatalFailure()) return;
  }
}

// Counters of rows and addresses must be wide enough.
// Holds C8.1.
TEST_P(Engine, HundredsOfThousandsOfRowsOfThreeColumns) {
  expect_exact(270001, 3, shape().pes);
}

template <class V>
void expect_narrow_blocks_exact(std::int64_t max_cols) {
  EngineBench<V> bench({2, 4, 29});
  Random random(202);
  for (std::int64_t cols = 1; cols <= max_cols; ++cols)
    for (std::int64_t rows = 1; rows <= 60; ++rows) {
      const Words before = ordinary_values(static_cast<std::size_t>(rows * cols), random),
                  r = ordinary_values(before.size(), random);
      std::vector<EngineBlock> blocks = {{{rows}, before, r, {}}};
      bench.run({cols, 5}, Weights(), blocks);
      ASSERT_EQ(blocks[0].f, swept(before, r, rows, cols, 5, Weights())) << rows << " x " << cols << ", seed 202";
    }
}

TEST(NarrowEngine, OneColumnOnFourLanes) {
  expect_narrow_blocks_exact<Vengine_2_4_cols1>(1);
}
TEST(NarrowEngine, ThreeColumnsOnFourLanes) {
  expect_narrow_blocks_exact<Vengine_2_4_cols3>(3);
}

}  // namespace
}  // namespace stencil::test::engine_test
