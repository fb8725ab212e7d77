// Each planted fault: what a run prints names it, and nothing that is right.
// SPDX-License-Identifier: Apache-2.0
//
// The faults and what must be printed of each: *_faults.cpp. The capsule of a wrong value of the RTL is replayed, and
// shrinks as far as its fault allows.
#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/json/json.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/unplaced.hpp"
#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test {
namespace {

using testing_support::ProgramResult;
using testing_support::ScratchDirectory;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The sentence that names the component of a wrong value, in one line; empty: there is none.
std::string component_text(const ProgramResult& result) {
  std::string component;
  for (const std::string& line : lines_of(result.out + result.err)) {
    if (line.rfind("component: ", 0) == 0) {
      component = line;
    } else if (!component.empty()) {
      if (line.rfind("  ", 0) != 0 || line.rfind("  expected ", 0) == 0) break;
      component += line.substr(1);  // wrapped
    }
  }
  return component;
}

// mpirun frames its texts in lines of dashes.
std::string first_screen(const ProgramResult& result) {
  std::vector<std::string> kept;
  bool framed = false;
  for (const std::string& line : lines_of(result.out + result.err)) {
    const bool frame = line.size() > 70 && line.find_first_not_of('-') == std::string::npos;
    if (frame)
      framed = !framed;
    else if (!framed)
      kept.push_back(line);
  }
  std::string screen;
  for (std::size_t i = kept.size() - std::min<std::size_t>(kept.size(), 40); i < kept.size(); ++i)
    screen += kept[i] + '\n';
  return screen;
}

// With lines that go on after blanks joined.
std::string joined(const std::string& text) {
  std::string all;
  for (const std::string& line : lines_of(text)) {
    const std::size_t begins = line.find_first_not_of(' ');
    if (begins != std::string::npos) all += (begins == 0 ? "\n" : " ") + line.substr(begins);
  }
  return all;
}

bool stands(const std::string& word, const std::string& text) {
  return text.find(word) != std::string::npos;
}

// Words of the largest block of a capsule's commands.
std::int64_t largest_block(const Capsule& capsule) {
  std::int64_t words = 0;
  for (const CapsuleCall& call : capsule.calls) {
    if (call.kind != CapsuleCall::Kind::command) continue;
    const CommandBlock block = command_block(call.command);
    words = std::max(words, block.rows * block.cols);
  }
  return words;
}

// "component: weight rdx2" of what follows it, without the call that an interlock has let through; empty where not one
// component was found.
std::string one_component(const std::string& text) {
  const std::string interlock = "component: interlock";
  if (text.rfind(interlock + ": ", 0) == 0) return interlock;
  const std::string component = text.substr(0, text.find_first_of(";\n"));
  return stands("operator", component) || component == "component: sweep" ? "" : component;
}

void expect_small_capsule(const Fault& fault, const std::string& component, const std::string& scratch) {
  const std::string small = scratch + "/small.capsule";
  const ProgramResult minimised =
      testing_support::run_program({PLANTED_COSIM, "replay", scratch + "/r.capsule", "--minimise", "-o", small});
  ASSERT_EQ(minimised.status, 1) << minimised.out << minimised.err;
  EXPECT_TRUE(one_component(component).empty() || one_component(component_text(minimised)) == one_component(component))
      << component << minimised.out;
  EXPECT_LE(largest_block(read_capsule(small)), fault.most_words) << minimised.out;
  const ProgramResult again = testing_support::run_program({PLANTED_COSIM, "replay", small});
  EXPECT_EQ(again.status, 1) << again.out << again.err;
  EXPECT_TRUE(stands("cycles by cause: as captured", again.out)) << again.out;
  EXPECT_TRUE(stands("values: as captured, bit by bit", again.out)) << again.out;
}

void expect_said(const Expected& expected, const std::string& said) {
  for (const std::string& word : expected.all) EXPECT_TRUE(stands(word, said)) << word << " is not in:\n" << said;
  EXPECT_TRUE(expected.any.empty() || std::any_of(expected.any.begin(), expected.any.end(),
                                                  [&](const std::string& word) { return stands(word, said); }))
      << ::testing::PrintToString(expected.any) << ": none is in:\n"
      << said;
  for (const std::string& word : expected.never) EXPECT_FALSE(stands(word, said)) << word << " is in:\n" << said;
}

// From the first divergence to the first difference, in one line; stderr where there is none.
std::string verdict_text(const ProgramResult& result) {
  const std::string text = result.out + result.err;
  const std::size_t first = text.find("first divergence: ");
  if (first == std::string::npos) return result.err;
  std::string joined;
  for (const std::string& line : lines_of(text.substr(first, text.find("first difference: ", first) - first)))
    joined += line.find_first_not_of(' ') == std::string::npos ? "" : line.substr(line.find_first_not_of(' ')) + ' ';
  return joined;
}

enum class In { rtl, host };

ProgramResult run_planted(In in, const Fault& fault, const std::string& report) {
  Words words{PLANTED_COSIM, "run", "--config", "varied", "--rows", "60", "--cols", "30", "--report", report};
  for (const std::string& word : fault.more) {
    const auto given = std::find(words.begin(), words.end(), word);
    if (word.rfind("--", 0) == 0 && given != words.end()) words.erase(given, given + 2);  // with another value
    words.push_back(word);
  }
  const Words launch{STENCIL_MPIEXEC, "-n", std::to_string(fault.ranks), "--oversubscribe"};
  if (fault.ranks > 1) words.insert(words.begin(), launch.begin(), launch.end());
  Words environment = fault.environment;
  environment.push_back((in == In::rtl ? "STENCIL_PLUSARGS=+variant=" : "PLANT=") + std::string(fault.name));
  return testing_support::run_program(words, environment);
}

void expect_named(In in, const Fault& fault) {
  if (const std::string why = testing_support::unplaced(fault.name); !why.empty()) GTEST_SKIP() << why;
  const ScratchDirectory scratch;
  const ProgramResult result = run_planted(in, fault, scratch / "r.json");
  if (fault.status == any_end)
    EXPECT_TRUE(result.status == 3 || result.status == 128 + 9) << result.status;
  else
    EXPECT_EQ(result.status, fault.status) << result.out << result.err;
  const std::string component = component_text(result);
  expect_said(fault.blame, component.empty() ? first_screen(result) : component);
  expect_said(fault.screen, joined(result.out) + test::unwrapped(result.err));
  expect_said(fault.verdict, verdict_text(result));
  if (!fault.verdict.all.empty() && stands("side: ", fault.verdict.all.front())) {
    const Json divergence = Json::parse(testing_support::read_text(scratch / "r.json"))["divergence"];
    EXPECT_EQ("side: " + divergence["side"].text(), fault.verdict.all.front()) << divergence.dump();
  }
  if (!component.empty() && in == In::rtl && fault.most_words > 0)
    expect_small_capsule(fault, component, scratch / ".");
}

void expect_client_named(const Fault& fault) {
  if (const std::string why = testing_support::unplaced(fault.name); !why.empty()) GTEST_SKIP() << why;
  const ScratchDirectory scratch;
  const ProgramResult result = testing_support::run_program(
      {STENCIL_MPIEXEC, "-n", std::to_string(fault.ranks), "--oversubscribe", PLANTED_CLIENT, "140", "33", "2"},
      {std::string("PLANT=") + fault.name, "STENCIL_CONFIG=varied", "STENCIL_CHECK=block", "STENCIL_PARANOID=1",
       "STENCIL_REPORT=" + (scratch / "r.json"), "ASAN_OPTIONS=detect_leaks=0"});
  EXPECT_EQ(result.status, fault.status) << result.out << result.err;
  const std::string screen = first_screen(result);
  expect_said(fault.blame, screen);
  const Json report = Json::parse(testing_support::read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], fault.status == 0);
  if (fault.status == 0) {
    EXPECT_TRUE(report["error"].is_null());
    expect_said(fault.covers, report["ok_covers"]["text"].text());
  } else {
    EXPECT_EQ(report["error"]["status"], fault.status);
    EXPECT_TRUE(stands(report["error"]["text"].text(), screen)) << report["error"]["text"].text();
  }
}

TEST_P(PlantedRtl, NamesItsComponentAndNoOther) {
  expect_named(In::rtl, GetParam());
}

TEST_P(PlantedHost, NamesItsComponentAndNoOther) {
  expect_named(In::host, GetParam());
}

TEST_P(PlantedPlatform, IsNamedWithItsSide) {
  expect_named(In::host, GetParam());
}

TEST_P(WrongRtl, IsNamedOnTheFirstScreen) {
  expect_named(In::rtl, GetParam());
}

TEST_P(WrongHost, IsNamedOnTheFirstScreen) {
  expect_named(In::host, GetParam());
}

TEST_P(WrongReference, IsNamedOnTheFirstScreen) {
  expect_named(In::host, GetParam());
}

TEST_P(PlantedHang, IsNamedAndNothingElse) {
  expect_named(GetParam().of_the_rtl ? In::rtl : In::host, GetParam());
}

TEST_P(PlantedClient, IsNamedAndReported) {
  expect_client_named(GetParam());
}

// The program compares nothing itself.
TEST(ClientStatus, IsOneWhereAValueDiffersAndThatIsAskedFor) {
  if (const std::string why = testing_support::unplaced("wrong-sign"); !why.empty()) GTEST_SKIP() << why;
  for (const bool asked : {false, true}) {
    const ProgramResult result = testing_support::run_program(
        {STENCIL_MPIEXEC, "-n", "2", "--oversubscribe", PLANTED_CLIENT, "140", "33", "2"},
        {"STENCIL_CONFIG=varied", "STENCIL_CHECK=block", "STENCIL_PLUSARGS=+variant=wrong-sign",
         asked ? "STENCIL_CHECK_STATUS=1" : "STENCIL_CHECK_STATUS=0", "ASAN_OPTIONS=detect_leaks=0"});
    EXPECT_EQ(result.status, asked ? 1 : 0) << result.err;
    EXPECT_TRUE(test::holds(result.out, "in the middle row")) << "the program has ended by itself";
    EXPECT_TRUE(test::holds(result.err, "\nFAIL: "));
  }
}

// The first wrong call of a client is looked into as that of a run is, and can be replayed.
TEST(ClientDivergence, NamesTheOperatorOfTheFirstWrongCall) {
  if (const std::string why = testing_support::unplaced("wrong-sign"); !why.empty()) GTEST_SKIP() << why;
  const ScratchDirectory scratch;
  const std::string variant = "STENCIL_PLUSARGS=+variant=wrong-sign";
  const ProgramResult result =
      testing_support::run_program({STENCIL_MPIEXEC, "-n", "2", "--oversubscribe", PLANTED_CLIENT, "140", "33", "2"},
                                   {"STENCIL_CONFIG=varied", "STENCIL_CHECK=block",
                                    "STENCIL_REPORT=" + (scratch / "r.json"), variant, "ASAN_OPTIONS=detect_leaks=0"});
  const Json divergence = Json::parse(testing_support::read_text(scratch / "r.json"))["divergence"];
  EXPECT_EQ(divergence["side"].text(), "device");
  EXPECT_EQ(divergence["room"].text(), "adder") << divergence.dump();
  EXPECT_EQ(divergence["block"], 0);
  EXPECT_TRUE(test::holds(result.err, divergence["text"].text())) << result.err;
  const ProgramResult again = testing_support::run_program({PLANTED_COSIM, "replay", scratch / "r.capsule"}, {variant});
  EXPECT_EQ(again.status, 1) << again.out << again.err;
  EXPECT_TRUE(test::holds(again.out, "component: adder")) << again.out;
}

}  // namespace
}  // namespace stencil::faults_test
