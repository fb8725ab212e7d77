// The cycles of a sweep command by formula: stream, stalls, drain.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/sweeps/engine_timing.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

TEST(PlanPasses, SpreadsEvenlyAndShallowFirst) {
  for (std::int64_t pes = 1; pes <= 9; ++pes)
    for (std::int64_t niter = 1; niter <= 200; ++niter) {
      const PassPlan plan = plan_passes(niter, pes);
      EXPECT_EQ(plan.passes, (niter + pes - 1) / pes);
      EXPECT_GE(plan.shallow, 1);
      EXPECT_LE(plan.shallow, plan.passes);
      EXPECT_GE(plan.depth, 1);
      EXPECT_LE(plan.deepest(), pes);
      EXPECT_EQ(plan.deepest(), (niter + plan.passes - 1) / plan.passes);
      EXPECT_EQ(plan.shallow * plan.depth + (plan.passes - plan.shallow) * (plan.depth + 1), niter);
    }
}

TEST(EngineTiming, IsThePublishedFormulaWherePassesRunBackToBack) {
  // rows, cols, niter, PES, LANES, Lp -> stream and drain cycles, worked out by hand from the formula in engine.v.
  const EngineTiming one = engine_timing({1, 1, 32}, 25, 1000, 5);
  EXPECT_EQ(one.stream_cycles, 125000);
  EXPECT_EQ(one.drain_cycles, 1032);
  EXPECT_EQ(one.stall_cycles, 0);
  const EngineTiming five = engine_timing({5, 1, 32}, 25, 1000, 5);
  EXPECT_EQ(five.stream_cycles, 25000);
  EXPECT_EQ(five.drain_cycles, 5160);
  const EngineTiming wide = engine_timing({8, 4, 32}, 300, 1000, 24);
  EXPECT_EQ(wide.stream_cycles, 225000);
  EXPECT_EQ(wide.drain_cycles, 2256);
  EXPECT_EQ(wide.model_cycles(), 227256);
}

TEST(EngineTiming, WaitsExactlyWhereAPassIsNotThereInTime) {
  // One element, 3 columns, Lp 29: a sweep lags 32 cycles; the next pass may begin at 33.
  EXPECT_EQ(engine_timing({1, 1, 29}, 11, 3, 4).stall_cycles, 0);
  EXPECT_EQ(engine_timing({1, 1, 29}, 10, 3, 4).stall_cycles, 3 * (33 - 30));
  // Shallow passes wait less: 5 sweeps on 4 elements are passes of 2 and 3.
  EXPECT_EQ(engine_timing({4, 1, 29}, 3, 3, 5).stall_cycles, 2 * 32 + 1 - 9);
}

TEST(EngineTiming, SumsUpThePassesItTells) {
  for (const EngineShape& engine : {EngineShape{1, 1, 29}, EngineShape{3, 2, 40}, EngineShape{8, 4, 29}})
    for (std::int64_t niter = 1; niter <= 20; ++niter)
      for (int kind = 0; kind < 4; ++kind) {
        const BlockShape block{25, 13, niter, (kind & 1) != 0, (kind & 2) != 0};
        const BlockPasses passes(engine, block);
        const EngineTiming timing = engine_timing(engine, block);
        std::int64_t issued = 0, waited = 0;
        for (std::int64_t number = 0; number < passes.count(); ++number) {
          issued += passes[number].issued();
          if (number + 1 < passes.count()) waited += passes[number].until_next() - passes[number].issued();
        }
        EXPECT_EQ(timing.stream_cycles, issued);
        EXPECT_EQ(timing.stall_cycles, waited);
      }
}

// Every row of the field is issued once per sweep, whatever the cut; the last block adds the rows that flush the chain.
TEST(EngineTiming, SkewedBlocksIssueEveryRowOnce) {
  const EngineShape engine{4, 2, 29};
  const std::int64_t cols = 9, beats = 5, niter = 10, rows = 30 + 7 + 12;
  std::int64_t present = 0, absent = 0;
  for (const BlockShape& block : {BlockShape{30, cols, niter, false, true}, BlockShape{7, cols, niter, true, true},
                                  BlockShape{12, cols, niter, true, false}}) {
    const BlockPasses passes(engine, block);
    ASSERT_EQ(passes.count(), 3);
    for (std::int64_t number = 0; number < 3; ++number) {
      present += passes[number].present;
      absent += passes[number].absent;
    }
  }
  EXPECT_EQ(present, 3 * rows * beats);
  EXPECT_EQ(absent, niter * beats);
}

TEST(EngineTiming, OnlyWhatContinuesTheFieldFollowsWithoutDraining) {
  const BlockShape classic{5, 9, 4}, first{5, 9, 4, false, true}, middle{5, 9, 4, true, true},
      last{5, 9, 4, true, false};
  EXPECT_TRUE(classic.follows(classic));
  EXPECT_TRUE(middle.follows(first));
  EXPECT_TRUE(last.follows(first));
  EXPECT_TRUE(middle.follows(middle));
  EXPECT_FALSE(middle.follows(last));
  EXPECT_FALSE(first.follows(last));
  EXPECT_FALSE(first.follows(classic));
  EXPECT_FALSE(classic.follows(last));
  EXPECT_FALSE(classic.follows({5, 8, 4}));
  EXPECT_FALSE(classic.follows({5, 9, 3}));
}

}  // namespace
}  // namespace stencil
