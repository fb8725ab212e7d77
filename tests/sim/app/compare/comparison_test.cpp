// The differences found, their text, and comparisons that are refused.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/comparison.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "sim/app/compare/comparison_output.hpp"
#include "tests/sim/app/compare/recorded.hpp"

namespace stencil {
namespace {

using test::add_cycles;
using test::key;
using test::recording;

CycleComparison compared(const Recording& base, const Recording& now, const std::set<std::string>& allowed = {}) {
  return compare_cycles(base, now, allowed);
}

TEST(Comparison, OfTheSameIsEqual) {
  const CycleComparison same = compared(recording(), recording());
  EXPECT_TRUE(same.equal());
  EXPECT_EQ(same.compared, 18u);
  EXPECT_EQ(comparison_text(same), "EQUAL: 18 classes compared: 18 equal\n");
  EXPECT_EQ(comparison_json(same)["equal"], true);
}

TEST(Comparison, OneCycleOfOneBlockInAThousandIsADifference) {
  Recording base = recording(), now = recording();
  RecordedClass& one = now.classes.begin()->second;
  one.count = base.classes.begin()->second.count = 1000;
  base.classes.begin()->second.cycles = one.cycles;
  one.cycles[3].maximum += 1;
  one.cycles[3].sum += 1;
  one.cycles.back().maximum += 1;
  one.cycles.back().sum += 1;
  const CycleComparison found = compared(base, now);
  ASSERT_EQ(found.differences.size(), 1u);
  EXPECT_EQ(found.differences[0].verdict, ClassVerdict::slower);
}

TEST(Comparison, TheSameSumSpreadOtherwiseIsADifference) {
  for (const auto& [minimum, maximum] : {std::pair{9, 12}, {10, 13}}) {
    Recording base = recording(), now = recording();
    base.classes.begin()->second.cycles.back() = {10, 12, 33};
    now.classes.begin()->second.cycles.back() = {minimum, maximum, 33};
    const CycleComparison found = compared(base, now);
    ASSERT_EQ(found.differences.size(), 1u);
    EXPECT_EQ(found.differences[0].verdict, ClassVerdict::moved);
    EXPECT_NE(found.differences[0].sentence.find("spread differently over its blocks"), std::string::npos);
  }
}

TEST(Comparison, NamesClassCyclesAndCause) {
  Recording now = recording();
  const ClassKey changed = key(25, 77, 5);
  add_cycles(now.classes.at(changed), "stall", 270);
  const CycleComparison found = compared(recording(), now);
  ASSERT_EQ(found.differences.size(), 1u);
  EXPECT_EQ(found.differences[0].sentence,
            "middle block of 25 x 77, 5 sweeps, keep 25 (small sequential overlapped-rows): 9,999 -> 10,269, "
            "stall +270");
  EXPECT_EQ(comparison_text(found),
            "class of blocks: cycles per block before -> now, and the causes per block\n"
            "why: stall: not explained: +270 cycles per block, and no term of the cycle laws\n"
            "  fits all classes, in 1 class\n"
            "middle block of 25 x 77, 5 sweeps, keep 25 (small sequential overlapped-rows):\n"
            "  9,999 -> 10,269, stall +270\n"
            "CHANGED: 18 classes compared: 17 equal, 1 slower\n");
  const Json json = comparison_json(found);
  EXPECT_EQ(json["equal"], false);
  EXPECT_EQ(json["classes"][0]["verdict"], "slower");
  EXPECT_EQ(json["classes"][0]["causes"].members().size(), 1u);
  EXPECT_EQ(json["classes"][0]["causes"]["stall"]["each"], 270);
  EXPECT_EQ(json["classes"][0]["total"]["base"]["sum"], 3 * 9999);
  EXPECT_EQ(json["classes"][0]["total"]["new"]["minimum"], 10269);
  const std::string page = comparison_markdown(found);
  EXPECT_NE(page.find("| 3 | 9,999 | 10,269 | stall +270 |"), std::string::npos) << page;
}

TEST(Comparison, TellsEachKindOfChange) {
  const Recording base = recording();
  Recording now = recording();
  add_cycles(now.classes.at(key(20, 77, 1)), "load", -3);
  RecordedClass& moved = now.classes.at(key(20, 77, 5));
  add_cycles(moved, "load", 7);
  add_cycles(moved, "idle", -7);
  now.classes.at(key(20, 77, 9)).count += 1;
  now.classes.erase(key(20, 130, 1));
  now.classes[key(21, 130, 1)] = test::recorded(key(21, 130, 1));
  const CycleComparison found = compared(base, now);
  std::multiset<std::string> verdicts;
  for (const ClassDifference& one : found.differences) verdicts.insert(name_of(one.verdict));
  EXPECT_EQ(verdicts, (std::multiset<std::string>{"count", "faster", "missing", "moved", "new"}));
  const std::string text = std::regex_replace(comparison_text(found), std::regex("\n  "), " ");  // unwrapped
  EXPECT_NE(text.find("missing, was 3 blocks of 13,374 cycles"), std::string::npos) << text;
  EXPECT_NE(text.find("new, 1 block of"), std::string::npos) << text;
  EXPECT_NE(text.find("3 -> 4 blocks"), std::string::npos) << text;
  EXPECT_NE(text.find("load +7"), std::string::npos) << text;
  EXPECT_NE(text.find("17 classes compared: 14 equal, 1 faster, 1 of the same total but other causes, "
                      "1 with another number of blocks, 1 missing, 1 new"),
            std::string::npos)
      << text;
}

TEST(Comparison, ARunThatIsWrongIsNotEqual) {
  Recording now = recording();
  now.ok = false;
  now.error = "12 of 7777 values are wrong";
  const CycleComparison found = compared(recording(), now);
  EXPECT_FALSE(found.equal());
  EXPECT_EQ(comparison_text(found), "made.json: 12 of 7777 values are wrong\nCHANGED: 18 classes compared: 18 equal\n");
}

TEST(Comparison, SaysWhichVerilogDiffersAndComparesAllTheSame) {
  Recording base = recording(), now = recording();
  const auto rtl = [](const char* digest, const char* fifo, const char* last) {
    return Json{{"digest", digest}, {"files", Json{{"bus/fifo.v", fifo}, {last, "2"}}}};
  };
  base.machines[0].put("rtl", rtl("a", "1", "old.v"));
  now.machines[0].put("rtl", rtl("b", "3", "new.v"));
  const CycleComparison found = compared(base, now);
  EXPECT_TRUE(found.equal());
  ASSERT_EQ(found.recording_differences.size(), 1u);
  EXPECT_EQ(found.recording_differences[0].text, "RTL differs in bus/fifo.v, new.v, old.v (gone)");
}

TEST(Comparison, PlusargsAndToldLatencyAreSaid) {
  Recording base = recording(), now = recording();
  now.machines[0].put("config", "small +variant=late");
  now.machines[0].put("pe_latency", 32);
  const CycleComparison found = compared(base, now);
  EXPECT_TRUE(found.equal());
  EXPECT_EQ(comparison_text(found),
            "pe_latency was 29, is 32\nplusargs was none, is +variant=late\nEQUAL: 18 classes compared: 18 equal\n");
}

struct Refused {
  const char* field;
  const char* name;  // field of the machine, or of the problem if it starts with '.'
  Json value;
  const char* text;
};

class ComparisonRefusals : public testing::TestWithParam<Refused> {};

TEST_P(ComparisonRefusals, UnlessAllowed) {
  Recording base = recording(), now = recording();
  const Json problem{{"rows", 101}, {"seed", 1}, {"input", nullptr}, {"schedule", "sequential"}};
  base.problem = now.problem = problem;
  base.file = "base.json";
  const std::string name = GetParam().name;
  if (name[0] == '.') {
    now.problem.put(name.substr(1), GetParam().value);
  } else {
    now.machines[0].put(name, GetParam().value);
  }
  try {
    compared(base, now);
    FAIL() << "compared";
  } catch (const IncomparableError& error) {
    EXPECT_EQ(error.what(), std::string("base.json and made.json cannot be compared: ") + GetParam().text);
    EXPECT_EQ(error.field(), GetParam().field);
  }
  EXPECT_EQ(comparison_text(compared(base, now, {GetParam().field})),
            std::string(GetParam().text) + "\nEQUAL: 18 classes compared: 18 equal\n");
}

INSTANTIATE_TEST_SUITE_P(All, ComparisonRefusals,
                         testing::Values(Refused{"link", "burst_beats", 16, "burst_beats was 256, is 16"},
                                         Refused{"link", "link_latency_cycles", 40, "link_latency_cycles was 0, is 40"},
                                         Refused{"link", "link_stalls", 7, "link_stalls was none, is 7"},
                                         Refused{"ranks", "ranks", 4, "ranks was 1, is 4"},
                                         Refused{"accel", "accel", "model", "accel was rtl, is model"},
                                         Refused{"config", "pes", 8, "pes was 4, is 8"},
                                         Refused{"config", "config", "wide", "config was small, is wide"},
                                         Refused{"problem", ".rows", 102, "rows was 101, is 102"},
                                         Refused{"seed", ".seed", 2, "seed was 1, is 2"},
                                         Refused{"seed", ".input", "f.npy", "input was none, is f.npy"},
                                         Refused{"schedule", ".schedule", "overlapped",
                                                 "schedule was sequential, is overlapped"}),
                         [](const testing::TestParamInfo<Refused>& one) {
                           std::string name = one.param.name;
                           return name[0] == '.' ? "problem_" + name.substr(1) : name;
                         });

TEST(Comparison, AllowedFieldsLeaveTheKeys) {
  const Recording base = recording("sequential"), now = recording("overlapped");
  EXPECT_EQ(compared(base, now).compared, 0u);
  EXPECT_TRUE(compared(base, now, {"schedule"}).equal());
}

}  // namespace
}  // namespace stencil
