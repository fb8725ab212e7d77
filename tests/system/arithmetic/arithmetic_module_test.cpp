// What is asked for with --arithmetic and cannot be had: one line with what there is, status 2, before data move.
// FakeTools builds nothing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/fake_tools.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

using test::holds;

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class ArithmeticModule : public ::testing::Test {
 protected:
  Words environment() const { return {"PATH=" + tools_.path(), "STENCIL_CACHE=" + cache()}; }
  std::string cache() const { return scratch_ / "cache"; }
  std::string capsule() const { return scratch_ / "k.capsule"; }
  void keep_capsule() const {
    const ProgramResult kept = alone(
        {"run", "--config", "small", "--rows", "12", "--cols", "10", "--capture", "0:0:0", "--capsule", capsule()});
    ASSERT_EQ(kept.status, 0) << kept.err;
  }
  std::vector<Words> commands() const {
    return {{"run", "--config", "small", "--rows", "12", "--cols", "10"},
            {"cycles", "--configs", "small", "--cols", "9", "--portions", "6", "--niters", "2"},
            {"replay", capsule()}};
  }
  static void expect_refused(const ProgramResult& result, const std::string& text) {
    EXPECT_EQ(result.status, 2) << result.out << result.err;
    EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
    EXPECT_TRUE(holds(result.err, text));
    EXPECT_FALSE(holds(result.out + result.err, "PASS"));
  }

  const ScratchDirectory scratch_;
  const testing_support::FakeTools tools_;
};

TEST_F(ArithmeticModule, OneThatIsNotKnownIsRefusedWithThoseThereAre) {
  keep_capsule();
  for (const Words& command : commands())
    expect_refused(alone(joined(command, {"--arithmetic", "pointz"}), environment()),
                   "--arithmetic is 'pointz', must be one of: rtl, operators, points; did you mean points?");
}

TEST_F(ArithmeticModule, OneThatCannotBeBuiltIsRefusedByEveryCommand) {
  keep_capsule();
  tools_.set("fail", "a.cpp:3: error: no way");
  int builds = 0;
  for (const char* name : {"operators", "points"})
    for (const Words& command : commands()) {
      expect_refused(alone(joined(command, {"--arithmetic", name}), environment()),
                     std::string("the module of configuration small with arithmetic ") + name +
                         " cannot be built: a.cpp:3: error: no way; see " + cache() + "/");
      EXPECT_EQ(tools_.builds(), ++builds) << command.front();
    }
  // What operators were called first.
  expect_refused(alone(joined(commands()[0], {"--arithmetic", "behavioural"}), environment()),
                 "with arithmetic operators cannot be built");
  for (const Words& command : commands()) {
    const ProgramResult rtl = alone(joined(command, {"--arithmetic", "rtl"}), environment());
    EXPECT_EQ(rtl.status, 0) << rtl.err;
  }
}

TEST_F(ArithmeticModule, EachIsAModuleOfItsOwn) {
  for (const char* name : {"operators", "points", "operators", "points"})
    expect_refused(alone(joined(commands()[0], {"--arithmetic", name}), environment()),
                   "configuration 'small' cannot be loaded (" + cache());
  EXPECT_EQ(tools_.builds(), 2) << "each once";
}

TEST_F(ArithmeticModule, OtherAcceleratorsAndOtherRtlHaveNone) {
  keep_capsule();
  const Words points{"--arithmetic", "points"};
  for (const Words& command : {commands()[0], commands()[1]})
    expect_refused(alone(joined(joined(command, points), {"--accel", "model"}), environment()),
                   "--arithmetic is points, must come with --accel rtl, this is model");
  std::filesystem::copy(STENCIL_OWN_RTL_DIR, scratch_ / "rtl", std::filesystem::copy_options::recursive);
  expect_refused(alone(joined(joined(commands()[2], points), {"--rtl", scratch_ / "rtl"}), environment()),
                 "--rtl is " + (scratch_ / "rtl") +
                     ", must come with --arithmetic rtl: points is there for the program's own RTL alone");
  Words others = environment();
  others.push_back("STENCIL_MODULES=" + scratch_.path());
  for (const Words& command : commands())
    expect_refused(alone(joined(command, points), others),
                   "arithmetic is points, must be rtl with the modules in STENCIL_MODULES, which are of another RTL "
                   "tree");
  EXPECT_EQ(tools_.builds(), 0);
}

TEST_F(ArithmeticModule, SeveralRanksEndTogether) {
  tools_.set("fail", "a.cpp:3: error: no way");
  const Words words = joined(joined(environment(), {STENCIL_COSIM}), joined(commands()[0], {"--arithmetic", "points"}));
  expect_refused(under_mpirun(3, "/usr/bin/env", words),
                 "stencil-cosim: rank 0: the module of configuration small with");
  EXPECT_EQ(tools_.builds(), 1) << "one rank builds";
}

TEST_F(ArithmeticModule, AProgramOfItsOwnAsksByItsEnvironment) {
  tools_.set("fail", "a.cpp:3: error: no way");
  const Words machine = joined(environment(), {"STENCIL_CONFIG=small", std::string("STENCIL_KERNEL=") + STENCIL_HEAT,
                                               "ASAN_OPTIONS=detect_leaks=0"});
  const auto expect_ended = [&](const Words& more, const std::string& text) {
    const ProgramResult result = run_program({STENCIL_CLIENT}, joined(machine, more));
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(result.out, "") << "nothing was swept";
    EXPECT_TRUE(holds(result.err, "stencil: f_to_accel: " + text));
  };
  expect_ended({"STENCIL_ARITHMETIC=points"},
               "the module of configuration small with a formula with arithmetic points cannot be built: ");
  expect_ended({"STENCIL_ARITHMETIC=behavioural"},
               "the module of configuration small with a formula with arithmetic "
               "operators cannot be built: ");
  expect_ended({"STENCIL_ARITHMETIC=point"},
               "environment variable STENCIL_ARITHMETIC is 'point', must be one of: rtl, operators, points; did you");
  const std::string no_instructions =
      "environment variable STENCIL_INSTRUCTIONS is 'sse9', must be one of those that this CPU has: usual";
  expect_ended({"STENCIL_INSTRUCTIONS=sse9", "STENCIL_ACCEL=model"}, no_instructions);
  const ProgramResult run = run_program({STENCIL_COSIM, "run"}, {"STENCIL_INSTRUCTIONS=sse9"});
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(holds(run.err, "stencil-cosim: " + no_instructions));
  expect_ended({"STENCIL_ARITHMETIC=points", "STENCIL_ACCEL=model"},
               "arithmetic is points, must come with accelerator rtl, this is model");
}

}  // namespace
}  // namespace stencil
