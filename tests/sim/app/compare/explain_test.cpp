// Each way to lose a cycle, planted into made-up recordings, is named.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/explain.hpp"

#include <gtest/gtest.h>

#include "sim/app/compare/comparison.hpp"
#include "tests/sim/app/compare/recorded.hpp"

namespace stencil {
namespace {

using test::add_cycles;
using test::recording;

struct Planted {
  const char* name;
  const char* cause;
  // Additional cycles of one block, from its shape and its work.
  std::int64_t (*more)(const ClassKey& key, const RecordedClass& recorded);
  const char* sentence;
};

std::int64_t passes_of(const ClassKey& key) {
  return (key.shape.niter + 3) / 4;
}

class Explanations : public testing::TestWithParam<Planted> {};

TEST_P(Explanations, NameTheTerm) {
  const Recording base = recording();
  Recording now = recording();
  for (auto& [key, recorded] : now.classes) {
    const std::int64_t more = GetParam().more(key, recorded);
    add_cycles(recorded, GetParam().cause, more);
    if (std::string(GetParam().cause) == "fill") add_cycles(recorded, "compute", more);
  }
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u) << found.explanations[1].sentence();
  EXPECT_EQ(found.explanations[0].sentence(), GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    All, Explanations,
    testing::Values(
        Planted{"burst", "load", [](const ClassKey&, const RecordedClass& c) { return c.work.load_bursts / c.count; },
                "load: 1 cycle more per load burst (burst overhead), in 18 classes"},
        Planted{"store_burst", "store",
                [](const ClassKey&, const RecordedClass& c) { return -2 * c.work.store_bursts / c.count; },
                "store: 2 cycles fewer per store burst (burst overhead), in 18 classes"},
        Planted{
            "beat", "load", [](const ClassKey& k, const RecordedClass&) { return 2 * k.shape.rows * k.shape.cols; },
            "load: 1 cycle more per beat loaded (a bubble per beat), or 2 cycles more per beat of bank r (a bubble per "
            "beat of one bank), or 2 cycles more per beat of bank f (a bubble per beat of one bank), in 18 classes: "
            "alike here, other banks, rows tell them apart"},
        Planted{"inner_beat", "load",
                [](const ClassKey&, const RecordedClass& c) {
                  return (c.work.bytes_to_device / 8 - c.work.load_bursts) / c.count;
                },
                "load: 1 cycle more per beat loaded but the last of a burst (a bubble within bursts), in 18 classes"},
        Planted{"inner_stored_beat", "store",
                [](const ClassKey&, const RecordedClass& c) {
                  return 2 * (c.work.bytes_from_device / 8 - c.work.store_bursts) / c.count;
                },
                "store: 2 cycles more per beat stored but the last of a burst (a bubble within bursts), in 18 classes"},
        Planted{"turnaround", "compute",
                [](const ClassKey& k, const RecordedClass&) { return 2 * passes_of(k) * (k.shape.rows - 1); },
                "compute: 2 cycles more per turnaround between rows of a pass (turnaround), in 18 classes"},
        Planted{
            "short_blocks", "store",
            [](const ClassKey& k, const RecordedClass&) -> std::int64_t { return k.shape.rows < 25 ? 6 : 0; },
            "store: 6 cycles more per block (start of a store, or wait before a command) in blocks of 20 rows or fewer "
            "(not of 25), in 6 classes"},
        Planted{"every_6_beats_two_cycles", "load",
                [](const ClassKey& k, const RecordedClass&) { return 2 * (2 * k.shape.rows * k.shape.cols / 6); },
                "load: 2 cycles more in every 6 beats (a bubble every 6 beats), in 18 classes"},
        Planted{"every_16_beats", "load",
                [](const ClassKey& k, const RecordedClass&) { return 2 * k.shape.rows * k.shape.cols / 16; },
                "load: 1 cycle more in every 16 beats (a bubble every 16 beats), in 18 classes"},
        Planted{"fewer_every_16_beats", "load",
                [](const ClassKey& k, const RecordedClass&) { return -2 * k.shape.rows * k.shape.cols / 16; },
                "load: 1 cycle fewer in every 16 beats (a bubble every 16 beats), in 18 classes"},
        Planted{"start", "store", [](const ClassKey&, const RecordedClass&) -> std::int64_t { return 3; },
                "store: 3 cycles more per block (start of a store, or wait before a command), in 18 classes"},
        Planted{"row", "compute", [](const ClassKey& k, const RecordedClass&) { return passes_of(k) * k.shape.rows; },
                "compute: 1 cycle more per row of a pass (a bubble per row), in 18 classes"},
        Planted{"swept_row", "compute",
                [](const ClassKey& k, const RecordedClass&) { return k.shape.niter * k.shape.rows; },
                "compute: 1 cycle more per row of a sweep (a bubble per row), in 18 classes"},
        Planted{"pass", "compute", [](const ClassKey& k, const RecordedClass&) { return passes_of(k); },
                "compute: 1 cycle more per pass (pass overhead), in 18 classes"},
        Planted{"latency", "fill",
                [](const ClassKey& k, const RecordedClass&) -> std::int64_t { return k.shape.niter == 1 ? 1 : 3; },
                "fill: 1 cycle more per sweep of the deepest pass (latency of a processing element), in 18 classes"},
        Planted{"longer_rows", "fill",
                [](const ClassKey& k, const RecordedClass&) -> std::int64_t {
                  return passes_of(k) * k.shape.rows + (k.shape.niter == 1 ? 1 : 3);
                },
                "fill: 1 cycle more per row of a pass, and of those in the line buffers (longer rows), in 18 classes"},
        Planted{
            "padded_rows", "fill",
            [](const ClassKey& k, const RecordedClass&) -> std::int64_t {
              return 2 * (passes_of(k) * k.shape.rows + (k.shape.niter == 1 ? 1 : 3) - 1);
            },
            "fill: 2 cycles more per row of a pass but the last, and of those in the line buffers (longer rows), in "
            "18 classes"},
        Planted{"drain", "fill", [](const ClassKey&, const RecordedClass&) -> std::int64_t { return 1; },
                "fill: 1 cycle more per command (drain), in 18 classes"},
        Planted{"gap", "stall", [](const ClassKey& k, const RecordedClass&) { return passes_of(k) - 1; },
                "stall: 1 cycle more per change of passes (pass gap), in 12 classes"},
        Planted{
            "registers", "idle", [](const ClassKey&, const RecordedClass&) -> std::int64_t { return 2; },
            "idle: 2 cycles more per block (registers, completion, CHANGE, or wait before a command), in 18 classes"}),
    [](const testing::TestParamInfo<Planted>& one) { return std::string(one.param.name); });

TEST(Explain, WhatFitsNoTermIsNotExplained) {
  Recording now = recording();
  std::int64_t odd = 1000;
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "stall", odd = (odd * 7919 + 13) % 10007);
  const CycleComparison found = compare_cycles(recording(), now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_FALSE(found.explanations[0].certain());
  EXPECT_EQ(found.explanations[0].name(), "not explained");
  EXPECT_EQ(found.explanations[0].where(), "");
  EXPECT_EQ(found.explanations[0].sentence().rfind("stall: not explained: +", 0), 0u);
}

// Two classes that differ alike: every term and every condition that holds for them is named, each once.
TEST(Explain, TermsAndConditionsThatHoldAlikeAreNamedOnce) {
  Recording base = recording(), now = recording();
  for (Recording* one : {&base, &now}) {
    RecordedClasses kept;
    for (auto& [key, recorded] : one->classes) {
      ClassKey placed = key;
      placed.shape.place = key.shape.rows == 20 ? StepPlace::last : StepPlace::first;
      if (key.shape.cols == 77) kept[placed] = recorded;
    }
    one->classes = kept;
  }
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "idle", key.shape.rows == 20 ? 6 : 0);
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_FALSE(found.explanations[0].certain());
  EXPECT_EQ(
      found.explanations[0].sentence(),
      "idle: 6 cycles more per block (registers, completion, CHANGE, or wait before a command) in last blocks of a "
      "step, or in blocks after another in their step, or in blocks of 20 rows or fewer (not of 25), in 3 classes: "
      "alike "
      "here, other blocks, sizes and places tell them apart");
}

// One class of eighteen is against it: no term is named for the others.
TEST(Explain, ATermThatOneClassContradictsIsNotNamed) {
  Recording now = recording();
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "stall", passes_of(key) - 1);
  add_cycles(now.classes.at(test::key(25, 77, 9)), "stall", 2);
  const CycleComparison found = compare_cycles(recording(), now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_FALSE(found.explanations[0].certain()) << found.explanations[0].sentence();
}

// A cycle per block may hide or show; four classes of five must be exact.
TEST(Explain, ACycleInOneClassIsWithinTheTerm) {
  Recording now = recording();
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "store", 7);
  add_cycles(now.classes.at(test::key(25, 77, 9)), "store", 1);
  const CycleComparison found = compare_cycles(recording(), now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(
      found.explanations[0].sentence(),
      "store: 7 cycles more per block (start of a store, or wait before a command), within a cycle per block, in 18 "
      "classes");
}

// Per burst and per block at once: together they explain all classes, but so do bursts after another and blocks.
TEST(Explain, TwoTermsOfOneCauseAreNamedTogether) {
  Recording now = recording();
  for (auto& [key, recorded] : now.classes)
    add_cycles(recorded, "compute", passes_of(key) * key.shape.rows + 3 * key.shape.niter);
  const CycleComparison found = compare_cycles(recording(), now, {});
  ASSERT_EQ(found.explanations.size(), 2u) << found.explanations[0].sentence();
  EXPECT_EQ(found.explanations[0].fits[0].text(), "1 cycle more per row of a pass (a bubble per row)");
  EXPECT_EQ(found.explanations[1].fits[0].text(), "3 cycles more per sweep (sweep overhead)");
}

// A link of other parameters is named before any term.
TEST(Explain, AnotherLinkIsNamedFirst) {
  Recording now = recording();
  now.machines[0].put("link_bytes_per_cycle", 4);
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "load", 2 * key.shape.rows * key.shape.cols);
  const CycleComparison found = compare_cycles(recording(), now, {"link"});
  ASSERT_EQ(found.explanations.size(), 2u);
  EXPECT_EQ(found.explanations[0].sentence(),
            "link: link_bytes_per_cycle was 0, is 4: 1 cycle more per beat loaded or stored, less what other work "
            "hides, in 18 "
            "classes");
  EXPECT_EQ(found.explanations[1].cause, "load");
}

TEST(Explain, TwoThingsAtOnceAreBothNamed) {
  Recording now = recording();
  for (auto& [key, recorded] : now.classes) {
    add_cycles(recorded, "load", recorded.work.load_bursts / recorded.count);
    add_cycles(recorded, "stall", passes_of(key) - 1);
  }
  const CycleComparison found = compare_cycles(recording(), now, {});
  ASSERT_EQ(found.explanations.size(), 2u);
  EXPECT_EQ(found.explanations[0].cause, "load");
  EXPECT_EQ(found.explanations[1].cause, "stall");
}

// Where loads run beside sweeps, a longer sweep hides more of the load: the loads themselves have not changed.
TEST(Explain, WhatOverlapHidesIsNotExplained) {
  Recording base = recording("sequential"), now = recording("sequential");
  for (Recording* one : {&base, &now}) {
    for (const auto& [key, recorded] : recording("overlapped").classes) one->classes[key] = recorded;
  }
  for (auto& [key, recorded] : now.classes) {
    add_cycles(recorded, "compute", passes_of(key) * key.shape.rows);
    if (key.context.schedule == "overlapped") add_cycles(recorded, "load", -1);
  }
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u) << found.explanations[1].sentence();
  EXPECT_EQ(found.explanations[0].sentence(),
            "compute: 1 cycle more per row of a pass (a bubble per row), in 36 classes");
}

TEST(Explain, MoreBlocksAreNoMoreCyclesABlock) {
  Recording now = recording();
  for (auto& [key, recorded] : now.classes) recorded = test::recorded(key, 4);
  const CycleComparison found = compare_cycles(recording(), now, {});
  EXPECT_EQ(found.differences.size(), 18u);
  EXPECT_TRUE(found.explanations.empty());
}

TEST(Explain, ShapesThatCannotTellTermsApartNameBoth) {
  Recording base = recording(), now = recording();
  for (Recording* one : {&base, &now}) {
    RecordedClasses kept;
    for (const auto& [key, recorded] : one->classes) {
      if (key.shape.niter == 1) kept[key] = recorded;
    }
    one->classes = kept;
  }
  for (auto& [key, recorded] : now.classes) add_cycles(recorded, "compute", 1);
  const CycleComparison found = compare_cycles(base, now, {});
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].name(),
            "pass overhead, or latency of a processing element, or sweep overhead, or command overhead");
}

}  // namespace
}  // namespace stencil
