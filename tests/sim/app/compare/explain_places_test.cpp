// Cycles lost between calls, at the first blocks of steps, and in blocks that waited before.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/app/compare/causes/explain.hpp"
#include "sim/app/compare/comparison.hpp"
#include "tests/sim/app/compare/recorded.hpp"

namespace stencil {
namespace {

using test::add_cycles;
using test::recording;

// What only blocks beside others lose, with the sequential ones as before; `more`: of each overlapped block of 5
// sweeps.
std::string lost_between(const std::vector<std::pair<const char*, std::int64_t>>& more) {
  Recording base = recording("sequential"), now = recording("sequential");
  for (Recording* one : {&base, &now}) {
    for (const auto& [key, recorded] : recording("overlapped").classes) one->classes[key] = recorded;
  }
  for (auto& [key, recorded] : now.classes) {
    if (key.context.schedule != "overlapped" || key.shape.niter != 5) continue;
    for (const auto& [cause, cycles] : more) add_cycles(recorded, cause, cycles);
  }
  const CycleComparison found = compare_cycles(base, now, {});
  return found.explanations.size() == 1 ? found.explanations[0].sentence() : "";
}

TEST(ExplainPlaces, WaitsBetweenCommandsAreNamed) {
  EXPECT_EQ(lost_between({{"stall", 2}, {"compute", -1}}),
            "stall: 18 cycles more where a command follows another without a pause, all with passes of unequal depth "
            "(gate of a pass, loss of chaining, or interlock wait); a command by itself is as before, in 6 classes");
}

// Commands of passes of equal depth that wait for a row and the latency of an element. One width alone does not show
// that the row counts.
TEST(ExplainPlaces, WaitsForTheLagOfAnElementAreNamed) {
  for (const bool widths : {true, false}) {
    Recording base = recording();
    base.classes.clear();
    for (const char* schedule : {"sequential", "overlapped"}) {
      for (const std::int64_t cols : {77, 130}) {
        for (const std::int64_t niter : {5, 8}) {
          if (!widths && cols == 130) continue;
          const ClassKey key = test::key(20, cols, niter, StepPlace::middle, schedule);
          base.classes[key] = test::recorded(key, 3);
        }
      }
    }
    Recording now = base;
    for (auto& [key, recorded] : now.classes) {
      if (key.context.schedule == "overlapped" && key.shape.niter == 8)
        add_cycles(recorded, "stall", key.shape.cols + 29);
    }
    const CycleComparison found = compare_cycles(base, now, {});
    ASSERT_EQ(found.explanations.size(), 1u);
    EXPECT_EQ(found.explanations[0].certain(), widths) << found.explanations[0].sentence();
    EXPECT_NE(found.explanations[0].name().find("gate of a command"), std::string::npos)
        << found.explanations[0].name();
    // Passes of unequal depth wait so long anyway.
    for (auto& [key, recorded] : now.classes) {
      if (key.context.schedule == "overlapped" && key.shape.niter == 5)
        add_cycles(recorded, "stall", key.shape.cols + 29);
    }
    EXPECT_EQ(compare_cycles(base, now, {}).explanations[0].name().find("gate of a command"), std::string::npos);
  }
}

// A command begins when the one before has left the engine and been stored. Without the idle cycles of registers, or
// with longer loads, it is something else.
TEST(ExplainPlaces, LossOfQueueingIsNamed) {
  for (const std::int64_t idle : {3, 0}) {
    for (const std::int64_t load : {0, 100}) {
      Recording base = recording("overlapped"), now = recording("overlapped");
      for (auto& [key, recorded] : now.classes) {
        // What a lone command takes to drain; none of it shows where it is chained.
        const std::int64_t fill = (key.shape.niter == 1 ? 1 : 3) * (29 + key.shape.cols) + 3;
        add_cycles(recorded, "fill", fill - recorded.cycles[place_of("fill")].minimum);
        add_cycles(base.classes.at(key), "fill", -base.classes.at(key).cycles[place_of("fill")].minimum);
        add_cycles(recorded, "idle", idle);
        add_cycles(recorded, "store", 495);
        add_cycles(recorded, "load", load);
      }
      const CycleComparison found = compare_cycles(base, now, {});
      ASSERT_EQ(found.explanations.size(), 1u);
      EXPECT_EQ(found.explanations[0].name() == "loss of queueing", idle != 0 && load == 0)
          << found.explanations[0].sentence();
    }
  }
}

TEST(ExplainPlaces, TransfersThatWaitForOthersAreNamed) {
  const std::string where =
      " cycles more where transfers run beside others or beside a command (contention of loads and stores, interlock "
      "wait, wait before a command, or transfers slower beside compute): alike here, the waves tell them apart; a "
      "transfer by itself is as before, in 6 classes";
  EXPECT_EQ(lost_between({{"load", 7}}), "load: 126" + where);
  EXPECT_EQ(lost_between({{"store", 7}}), "store: 126" + where);
  EXPECT_EQ(lost_between({{"load", 7}, {"store", 1}}), "load and store: 144" + where);
}

TEST(ExplainPlaces, LossesOfBothKindsAreNotExplained) {
  EXPECT_NE(lost_between({{"load", 7}, {"stall", 3}}).find("not explained"), std::string::npos);
  EXPECT_NE(lost_between({{"load", 7}, {"store", -3}}).find("not explained"), std::string::npos);
}

TEST(ExplainPlaces, TheFirstBlocksOfStepsAndThoseThatStalledAreNamed) {
  Recording base = recording();
  base.classes.clear();
  for (const StepPlace place : {StepPlace::first, StepPlace::middle, StepPlace::last, StepPlace::only}) {
    for (const std::int64_t niter : {5, 9}) {
      const ClassKey key = test::key(20, 77, niter, place);
      base.classes[key] = test::recorded(key, 3);
    }
  }
  Recording now = base;
  for (auto& [key, recorded] : now.classes) {
    if (key.shape.place == StepPlace::first || key.shape.place == StepPlace::only) add_cycles(recorded, "store", 8);
  }
  CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].sentence(),
            "store: 8 cycles more per first block of a step (registers of a job, or plan of its passes), in 4 classes");
  // A number of sweeps that is not new at each of them.
  now = base;
  for (auto& [key, recorded] : now.classes) {
    const bool first = key.shape.place == StepPlace::first || key.shape.place == StepPlace::only;
    if (!first || key.shape.niter == 5) continue;
    for (const char* cause : {"store", "total"}) {
      Spread& cycles = recorded.cycles[place_of(cause)];
      cycles.maximum += 8;
      cycles.sum += 8;
    }
  }
  found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].sentence(),
            "store: 8 cycles more at the first block of a step, in 2 of 12 cases (registers of a job, or plan of its "
            "passes), in 2 classes");
  // Blocks that never waited, of places that no other condition names.
  for (auto& [key, recorded] : base.classes) {
    const bool waits = (key.shape.place == StepPlace::middle) != (key.shape.niter == 9);
    if (!waits) add_cycles(recorded, "stall", -40);
  }
  now = base;
  for (auto& [key, recorded] : now.classes) {
    if (recorded.cycles[place_of("stall")].sum > 0) add_cycles(recorded, "stall", (key.shape.niter + 3) / 4 - 1);
  }
  found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].sentence(),
            "stall: 1 cycle more per change of passes (pass gap) in blocks that stalled before, in 4 classes");
}

// Tiles whose rows lie in four slots: each is read for as long as rtl/CONTRACT.md has it, and the first row of the
// next band begins before the last rows of a tile end.
TEST(TileExplanations, NameTheStartOfABand) {
  constexpr std::int64_t slots = 4;
  Recording base = test::recording();
  base.classes.clear();
  for (const std::int64_t rows : {21, 23, 25, 33, 36}) {
    for (const std::int64_t cols : {77, 130}) {
      for (const std::int64_t niter : {1, 5, 9}) {
        ClassKey key = test::key(rows, cols, niter);
        key.context = {"gauss-seidel", "small", "", "", "", {}};
        key.shape.keep.reset();
        key.shape.chain.reset();
        key.shape.tile = TileKind{TileClass::local, false};
        RecordedClass one = test::recorded(key, 3);
        const std::int64_t last = rows - 1;
        const std::int64_t reads = slots * (last / slots * cols + cols - 2 + 2 * (last % slots)) + last % slots + 1;
        const Spread compute = one.cycles[place_of("compute")];
        const Spread fill = one.cycles[place_of("fill")];
        add_cycles(one, "compute", (niter + 3) / 4 * reads + fill.minimum - compute.minimum);
        base.classes[key] = one;
      }
    }
  }
  Recording now = base;
  for (auto& [key, recorded] : now.classes) {
    const std::int64_t last = key.shape.rows - 1;
    const std::int64_t starts = last / slots + 1 + (last % slots > 0 ? 1 : 0);
    add_cycles(recorded, "compute", (key.shape.niter + 3) / 4 * starts * 6);
    add_cycles(recorded, "fill", (key.shape.niter + 3) / 4 * starts * 6);
  }
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].sentence(), "fill: 6 cycles more per band of rows (start of a band), in 30 classes");
}

}  // namespace
}  // namespace stencil
