// The JUnit file: cases of fields, steps, plans and errors.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/junit.hpp"

#include <gtest/gtest.h>

#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "sim/app/kernels/staged/stages_report.hpp"
#include "tests/sim/app/report/sample_report.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/texts.hpp"

namespace stencil {
namespace {

using test::holds;
using testing_support::read_text;
using testing_support::ScratchDirectory;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Report checked_report() {
  Report report = sample_report();
  report.verdict.field = CheckCount{7777, 0};
  return report;
}

TEST(Junit, IsAsCiSystemsWantIt) {
  EXPECT_EQ(junit_xml(checked_report()), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="0" errors="0" skipped="0" time="0.500">
  <testsuite name="stencil-cosim run" tests="4" failures="0" errors="0" skipped="0" time="0.500">
    <testcase classname="stencil-cosim.run" name="completes" time="0.500">
      <system-out>PASS: 7,777 values compared, 0 differ, 5 blocks; device cycles: 1,102 on the slowest of 2 ranks, 1,832 on all, 3,664/s</system-out>
    </testcase>
    <testcase classname="stencil-cosim.result" name="field" time="0.000">
      <system-out>7,777 values compared with the golden solver</system-out>
    </testcase>
    <testcase classname="stencil-cosim.device" name="ledger" time="0.000">
      <system-out>the cycles of 5 blocks, 1,832 on all ranks, are those that the devices counted</system-out>
    </testcase>
    <testcase classname="stencil-cosim.device" name="counters" time="0.000">
      <system-out>the performance counters of 2 devices are what the pins showed</system-out>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, AWrongFieldFailsWithTheFirstDifference) {
  Report report = checked_report();
  report.verdict.mismatches = 3;
  report.verdict.field->mismatches = 3;
  report.verdict.first_mismatch = LocatedMismatch{1, 2, 3, 4, Mismatch{50, 6, bits_of(1.0), bits_of(1.0) + 2}, 9};
  const std::string xml = junit_xml(report);
  EXPECT_TRUE(holds(xml, R"(tests="4" failures="1" errors="0" skipped="0")"));
  EXPECT_TRUE(holds(xml, R"(name="field" time="0.000">
      <failure message="3 of 7,777 values differ from the golden solver">3 of 7,777 values differ from the golden solver&#10;first difference: row 50, col 6 (rank 1, step 2, strip 9, block 3, sweep 4): expected 0x3ff0000000000000 (1), got 0x3ff0000000000002)"));
}

TEST(Junit, WithoutCheckTheFieldIsSkipped) {
  Report report = sample_report();
  report.verdict.compared = 0;
  report.machine.device.timed = false;
  const std::string xml = junit_xml(report);
  EXPECT_TRUE(holds(xml, R"(tests="2" failures="0" errors="0" skipped="1")"));
  EXPECT_TRUE(holds(xml, R"(<skipped message="nothing was compared: --check off"/>)"));
  EXPECT_EQ(count(xml, "stencil-cosim.device"), 0) << "no clock";
}

TEST(Junit, BlocksAreACaseAStep) {
  Report report = checked_report();
  report.verdict.steps = {{0, 2, 200, 0}, {1, 3, 300, 5}, {2, 1, 9, 2}};
  report.verdict.mismatches = 7;
  report.verdict.first_mismatch = LocatedMismatch{0, 1, 2, 4, Mismatch{50, 6, 0, 1}, 0};
  const std::string xml = junit_xml(report);
  EXPECT_TRUE(holds(xml, R"(tests="7" failures="2" errors="0" skipped="0")"));
  EXPECT_TRUE(holds(xml, R"(classname="stencil-cosim.blocks" name="step 0" time="0.000">
      <system-out>2 blocks with 200 values compared with golden sweeps</system-out>)"));
  EXPECT_TRUE(
      holds(xml, "5 of 300 values differ from the golden sweeps&#10;first difference: row 50, col 6 (rank 0, step 1"));
  EXPECT_TRUE(holds(xml,
                    "<failure message=\"2 of 9 values differ from the golden sweeps\">2 of 9 values differ from the "
                    "golden sweeps</failure>"))
      << "the first difference was another step's";
  EXPECT_TRUE(holds(xml, "1 block with 9 values compared"));
}

TEST(Junit, ManyStepsShareCases) {
  Report report = checked_report();
  std::int64_t blocks = 0;
  for (std::int64_t step = 0; step < 1030; ++step) {
    report.verdict.steps.push_back({step, 2, 10, step == 1029 ? 1 : 0});
    blocks += 2;
  }
  const std::string xml = junit_xml(report);
  EXPECT_EQ(count(xml, "stencil-cosim.blocks"), static_cast<int>(most_step_cases));
  EXPECT_TRUE(holds(xml, R"(name="steps 0 to 9")"));
  EXPECT_TRUE(holds(xml, R"(name="steps 1019 to 1029")"));
  EXPECT_EQ(count(xml, "20 blocks with 100 values"), 70);
  EXPECT_EQ(count(xml, "22 blocks with 110 values"), 30);
  EXPECT_TRUE(holds(xml, "1 of 110 values differ"));
  report.verdict.steps.resize(most_step_cases);
  EXPECT_EQ(count(junit_xml(report), R"(name="step )"), static_cast<int>(most_step_cases));
}

TEST(Junit, AnErrorIsOneAndNothingIsClaimedBeside) {
  Report report = sample_report();
  report.error = ReportError{1, "device <hung> & \"quiet\"\x1b\nsecond line \xff", 3};
  report.verdict.compared = 0;
  const std::string xml = junit_xml(report);
  EXPECT_TRUE(holds(xml, R"(tests="1" failures="0" errors="1" skipped="0")"));
  EXPECT_TRUE(
      holds(xml,
            "<error message=\"rank 1: device &lt;hung&gt; &amp; &quot;quiet&quot;?\">rank 1: device &lt;hung&gt; "
            "&amp; &quot;quiet&quot;?&#10;second line ?</error>"));
}

TEST(Junit, PlansAreCases) {
  Report report = checked_report();
  StagesReport& stages = report.parts.put(StagesReport{});
  stages.data = {{"f", 100, 50, 3, 150}};
  stages.stages = {{"sweep", "f", 100, 50, 3}};
  TilesReport& tiles = report.parts.put(TilesReport{});
  tiles.messages = tiles.expected_messages = 6;
  tiles.words = tiles.expected_words = 60;
  std::string xml = junit_xml(report);
  EXPECT_TRUE(holds(xml, R"(tests="6" failures="0")"));
  EXPECT_TRUE(holds(xml, "<system-out>150 bytes copied, the least there is: 150</system-out>"));
  stages.data[0].optimum_bytes = 149;
  tiles.words = 61;
  xml = junit_xml(report);
  EXPECT_TRUE(holds(xml, R"(tests="6" failures="2")"));
  EXPECT_TRUE(holds(xml, R"(<failure message="150 bytes copied, the least there is: 149">)"));
  EXPECT_TRUE(holds(xml, R"(<failure message="6 messages of 61 words sent, the grid needs 6 of 60">)"));
  tiles.words = 60;
  tiles.messages = 7;
  EXPECT_TRUE(holds(junit_xml(report), "7 messages of 60 words sent, the grid needs 6 of 60\">"));
}

TEST(Junit, IsWrittenWholeOrNotAtAll) {
  const ScratchDirectory scratch;
  write_junit(checked_report(), scratch / "j.xml");
  EXPECT_EQ(read_text(scratch / "j.xml"), junit_xml(checked_report()));
  EXPECT_EQ(scratch.entries(), std::vector<std::string>{"j.xml"});
  EXPECT_THROW(write_junit(checked_report(), scratch.path()), ArgumentError);
}

TEST(StepChecks, BlocksOfAStepAreOneEntry) {
  Verdict verdict;
  verdict.add_block(2, {10, 1});
  verdict.add_block(2, {20, 0});
  verdict.add_block(3, {30, 2});
  ASSERT_EQ(verdict.steps.size(), 2u);
  EXPECT_EQ(verdict.steps[0].blocks, 2);
  EXPECT_EQ(verdict.steps[0].compared, 30);
  EXPECT_EQ(verdict.steps[0].mismatches, 1);
  EXPECT_EQ(verdict.steps[1].step, 3);
  EXPECT_EQ(verdict.steps[1].mismatches, 2);
}

TEST(StepChecks, ListsOfSeveralAreMergedByStep) {
  Verdict verdict;
  verdict.steps = {{0, 1, 10, 1}, {2, 1, 10, 0}, {5, 1, 10, 0}};
  verdict.add_steps({{1, 2, 20, 0}, {2, 2, 20, 3}, {7, 2, 20, 0}});
  verdict.add_steps({});
  std::string text;
  for (const StepCheck& one : verdict.steps) {
    for (const std::int64_t number : {one.step, one.blocks, one.compared, one.mismatches})
      text += std::to_string(number) + " ";
  }
  EXPECT_EQ(text, "0 1 10 1 1 2 20 0 2 3 30 3 5 1 10 0 7 2 20 0 ");
}

}  // namespace
}  // namespace stencil
