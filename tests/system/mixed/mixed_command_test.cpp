// The command with --accel mixed: its verdict, its report, and what it refuses, in one line on every rank.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

Words mixed(const Words& more) {
  Words words{"run",   "--config", "small",        "--rows", "40",      "--cols", "30",
              "--stw", "2",        "--iterations", "9",      "--accel", "mixed"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(MixedCommand, SaysWhatWasInRtl) {
  const ScratchDirectory scratch;
  const ProgramResult run = alone(mixed({"--rtl-steps", "class", "--report", scratch / "r.json"}));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(run.out, "mixed: 2 of 5 steps on RTL (0, 4);\n")) << run.out;
  EXPECT_TRUE(has(run.out, "not covered: 9 of 15 blocks were not simulated in RTL")) << run.out;
  EXPECT_EQ(last_line(run.out), "PASS: 1,200 values compared, 0 differ, 15 blocks, mixed: 6 of them in RTL");
  const Json report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["machine"]["accel"], "mixed");
  EXPECT_EQ(report["fidelity"]["rtl_steps"], "class");
  EXPECT_EQ(report["fidelity"]["switches"], 2);
  std::int64_t blocks = 0;
  for (const Json& one : report["classes"]) {
    EXPECT_GT(one["on_rtl"].integer(), 0) << one["label"].text();
    blocks += one["on_rtl"].integer();
  }
  EXPECT_EQ(blocks, 6);
  const ProgramResult shown = alone({"show", scratch / "r.json"});
  EXPECT_TRUE(has(shown.out, "mixed: 2 of 5 steps on RTL (0, 4);\n")) << shown.out;
  EXPECT_TRUE(has(shown.out, "--accel mixed --rtl-steps class")) << shown.out;
  EXPECT_EQ(last_line(shown.out), last_line(run.out));
}

TEST(MixedCommand, RefusesInOneLine) {
  const std::string must =
      ", must be first, class, a share of the steps, 0.0 .. 1.0, such as 0.05, or steps from 0, such as 0,4-7";
  const std::vector<BadCase> cases{
      {{"--rtl-steps", "some"}, "--rtl-steps is 'some'" + must},
      {{"--rtl-steps", "1.5"}, "--rtl-steps is '1.5'" + must},
      {{"--rtl-steps", "-0.5"}, "--rtl-steps is '-0.5'" + must},
      {{"--rtl-steps", "nan.0"}, "--rtl-steps is 'nan.0'" + must},
      {{"--rtl-steps", "3-1"}, "--rtl-steps is '3-1'" + must},
      {{"--rtl-steps", "1,,2"}, "--rtl-steps is '1,,2'" + must},
      {{"--rtl-steps", "0,5"}, "--rtl-steps is 0,5: step 5 must be 0 .. 4, the steps of the run"},
      {{"--schedule", "joined"},
       "--schedule is joined, must be another with --accel mixed: blocks of two steps are in the device at once"},
      {{"--rtl-steps", "1-2", "--trace", "all"},
       "--trace is all, must be off or failure with --accel mixed: waves are of RTL, and only these steps are on RTL: "
       "1-2"},
      {{"--rtl-steps", "1-2", "--trace", "failure", "--capture", "0:3:0"},
       "--trace is failure, must be off with --capture 0:3:0: step 3 is on model, on RTL are: 1-2"},
      {{"--place", "sweep=split", "--share", "dynamic", "--rtl-steps", "class"},
       "--rtl-steps is class, must be first, a share or a list with --share dynamic: blocks change from step to step"},
  };
  for (const BadCase& bad : cases) {
    SCOPED_TRACE(bad.line);
    const ProgramResult run = alone(mixed(bad.options));
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(has(run.err, bad.line + "\n") || has(run.err, bad.line + " (")) << run.err;
    EXPECT_EQ(count(run.err, "\n"), 1) << run.err;
  }
  const ProgramResult tiles = alone({"run", "--kernel", "gauss-seidel", "--config", "small", "--accel", "mixed"});
  EXPECT_EQ(tiles.status, 2);
  EXPECT_TRUE(has(tiles.err,
                  "--fuse is on, must be off with --accel mixed: fused tiles of two steps are in the device at once\n"))
      << tiles.err;
  const ProgramResult pure = alone({"run", "--accel", "model", "--rtl-steps", "first"});
  EXPECT_EQ(pure.status, 2);
  EXPECT_TRUE(has(pure.err, "--rtl-steps is first, must come with --accel mixed, this is model\n")) << pure.err;
  const ProgramResult two = under_mpirun(2, STENCIL_COSIM, mixed({"--rtl-steps", "0,5"}));
  EXPECT_EQ(two.status, 2);
  EXPECT_EQ(count(two.err, "step 5 must be 0 .. 4"), 1) << two.err;
}

}  // namespace
}  // namespace stencil
