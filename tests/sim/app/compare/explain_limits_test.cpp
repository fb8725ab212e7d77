// Causes that classes of blocks prove, and those that they cannot exclude.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/app/compare/causes/explain.hpp"
#include "sim/app/compare/comparison.hpp"
#include "tests/sim/app/compare/recorded.hpp"

namespace stencil {
namespace {

using test::add_cycles;
using test::recording;

// A gap that only passes with a wait, or only those without one, lose more of.
TEST(Explain, PassesThatWaitAreTheirOwnTerm) {
  const auto waits = [](const ClassKey& key) -> std::int64_t { return key.shape.rows * key.shape.cols < 2000; };
  for (const bool waiting : {true, false}) {
    Recording base = recording(), now = recording();
    for (Recording* one : {&base, &now}) {
      RecordedClasses kept;
      for (const std::int64_t rows : {1, 2, 60}) {
        for (const std::int64_t niter : {4, 5, 12}) {
          const ClassKey key = test::key(rows, 77, niter);
          kept[key] = test::recorded(key);
        }
      }
      one->classes = kept;
    }
    for (auto& [key, recorded] : now.classes)
      add_cycles(recorded, "stall", waits(key) == waiting ? (key.shape.niter + 3) / 4 - 1 : 0);
    const CycleComparison found = compare_cycles(base, now, {});
    ASSERT_EQ(found.explanations.size(), 1u);
    EXPECT_EQ(found.explanations[0].sentence(),
              waiting ? "stall: 1 cycle more per pass that waits for the one before (wait for results), in 4 classes"
                      : "stall: 1 cycle more per change of passes without a wait (pass gap), in 2 classes");
  }
}

// Results that come later let more passes wait: 3 rows of 77 beats take 18 cycles too many to wait for 2 sweeps.
TEST(Explain, LateResultsAreCountedWherePassesWait) {
  Recording base = recording();
  base.classes.clear();
  for (const std::int64_t rows : {2, 3, 60}) {
    for (const std::int64_t niter : {4, 5})
      base.classes[test::key(rows, 77, niter)] = test::recorded(test::key(rows, 77, niter));
  }
  Recording now = base;
  add_cycles(now.classes.at(test::key(2, 77, 5)), "stall", 25);
  add_cycles(now.classes.at(test::key(3, 77, 5)), "stall", 25 - (3 * 77 - 2 * (29 + 77) - 1));
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].sentence(),
            "stall: 25 cycles more per pass that waits for the one before (wait for results), in 2 classes");
}

// Ten cycles for each sweep of a pass: 3 rows of 77 beats take 18 cycles too many to wait for 2 sweeps.
TEST(Explain, ResultsThatComeLateForEachSweepAreCountedWherePassesWait) {
  Recording base = recording();
  base.classes.clear();
  for (const std::int64_t rows : {2, 3, 60}) {
    for (const std::int64_t niter : {4, 5, 9, 12})
      base.classes[test::key(rows, 77, niter)] = test::recorded(test::key(rows, 77, niter));
  }
  Recording now = base;
  for (const std::int64_t rows : {2, 3}) {
    add_cycles(now.classes.at(test::key(rows, 77, 5)), "stall", rows == 2 ? 20 : 2);
    add_cycles(now.classes.at(test::key(rows, 77, 9)), "stall", 2 * 30);
    add_cycles(now.classes.at(test::key(rows, 77, 12)), "stall", 2 * 40);
  }
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(
      found.explanations[0].sentence(),
      "stall: 10 cycles more per sweep of a pass that the next one waits for (latency of a processing element), in "
      "6 classes");
}

// Each pass begins three cycles after the last result of the one before: a row of 77 beats, and 29 cycles, a sweep.
TEST(Explain, PassesThatWaitForAllResultsAreNamed) {
  Recording base = recording();
  base.classes.clear();
  for (const std::int64_t rows : {2, 3, 60}) {
    for (const std::int64_t niter : {4, 5, 9})
      base.classes[test::key(rows, 77, niter)] = test::recorded(test::key(rows, 77, niter));
  }
  Recording now = base;
  for (auto& [key, recorded] : now.classes) {
    if (key.shape.niter == 4) continue;
    const std::int64_t lag = (key.shape.niter == 5 ? 2 : 3) * (77 + 29), issued = key.shape.rows * 77;
    const std::int64_t waited = issued > lag ? 0 : lag + 1 - issued;
    add_cycles(recorded, "stall", (key.shape.niter == 5 ? 1 : 2) * (lag + 3 - waited));
  }
  for (const bool gained : {false, true}) {
    const CycleComparison found = gained ? compare_cycles(now, base, {}) : compare_cycles(base, now, {});
    ASSERT_EQ(found.explanations.size(), 1u);
    EXPECT_EQ(
        found.explanations[0].sentence(),
        std::string("stall: 1 cycle ") + (gained ? "fewer" : "more") +
            " per cycle of the way out of a pass that another follows (a pass waits for the last result of the one "
            "before, not for the first), in 6 classes");
  }
}

// Twenty cycles in blocks of twenty rows are a cycle for each row first, then twenty for the command.
TEST(Explain, OneCycleForManyUnitsComesBeforeManyForOne) {
  Recording base = recording(), now = recording();
  for (Recording* one : {&base, &now}) {
    RecordedClasses kept;
    for (const auto& [key, recorded] : one->classes) {
      if (key.shape.niter == 1) kept[key] = recorded;
    }
    one->classes = kept;
  }
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "compute", key.shape.rows == 20 ? 20 : 0);
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(
      found.explanations[0].sentence().rfind("compute: 1 cycle more per row of a pass (a bubble per row), or ", 0), 0u)
      << found.explanations[0].sentence();
  EXPECT_NE(found.explanations[0].sentence().find("20 cycles more per command"), std::string::npos);
}

// One block of a class takes the cycles of all: nothing that each of them does.
TEST(Explain, BlocksThatDoNotDifferAlikeHaveNoTermOfBlocks) {
  Recording now = recording();
  for (auto& [key, recorded] : now.classes) {
    for (const char* cause : {"store", "total"}) {
      Spread& cycles = recorded.cycles[place_of(cause)];
      cycles.maximum += 9;
      cycles.sum += 9;
    }
  }
  const CycleComparison found = compare_cycles(recording(), now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].sentence(),
            "store: not explained: +3 cycles per block, and no term of the cycle laws fits all classes, in 18 classes");
}

// Many cycles, always as many: blocks of other sizes may take others.
TEST(Explain, BlocksOfOneSizeProveNoCostOfABlock) {
  Recording base = recording(), now = recording();
  for (Recording* one : {&base, &now}) {
    RecordedClasses kept;
    for (const auto& [key, recorded] : one->classes) {
      if (key.shape.rows == 20 && key.shape.cols == 77) kept[key] = recorded;
    }
    one->classes = kept;
  }
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "store", 300);
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_FALSE(found.explanations[0].certain());
  EXPECT_NE(found.explanations[0].sentence().find("these classes cannot exclude other terms"), std::string::npos);
}

// Where each step takes as long as before, the cycles have moved between its blocks.
TEST(Explain, CyclesThatOnlyMoveAreNamedSo) {
  Recording base = recording("overlapped"), now = recording("overlapped");
  for (auto& [key, recorded] : now.classes) {
    add_cycles(recorded, "load", 4);
    add_cycles(recorded, "compute", -4);
  }
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(
      found.explanations[0].sentence(),
      "overlap: not explained: cycles move between causes, or between blocks of a step, whose sum is as before, in "
      "18 classes");
}

// Where blocks overlap, nothing but the link is left to explain.
TEST(Explain, AnotherLinkExplainsWhatOverlaps) {
  for (const std::int64_t beyond : {0, 100000}) {
    Recording now = recording("overlapped");
    now.machines[0].put("link_bytes_per_cycle", 4);
    for (auto& [key, recorded] : now.classes) add_cycles(recorded, "load", key.shape.rows + beyond);
    const CycleComparison found = compare_cycles(recording("overlapped"), now, {"link"});
    EXPECT_EQ(found.explanations.size(), beyond == 0 ? 1u : 2u) << "more than the beats of the blocks";
    EXPECT_EQ(found.explanations[0].text.find("1 cycle more per beat") != std::string::npos, beyond == 0);
  }
}

}  // namespace
}  // namespace stencil
