// stencil-cosim tune for a cluster: the commands that it prints take what it predicts.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/system/cluster/scale_runs.hpp"

namespace stencil {
namespace {

Json searches(const Words& job) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone(and_more({"tune", "--output", scratch / "t.json"}, job));
  EXPECT_EQ(result.status, 0) << result.err;
  return Json::parse(read_text(scratch / "t.json"))["searches"];
}

// A command as it is printed, in a shell, with one option more.
Json output_of(const std::string& command, const std::string& option) {
  const ScratchDirectory scratch;
  const ProgramResult result = run_program({"bash", "-c", command + " " + option + " " + (scratch / "o.json")});
  EXPECT_EQ(result.status, 0) << command << "\n" << result.err;
  return Json::parse(read_text(scratch / "o.json"));
}

void expect_that_the_best_runs(const Json& search) {
  const Json& best = search["best"][0];
  const Json cluster = output_of(search["run_command"].text(), "--report")["cluster"];
  expect_equal(best, cluster);
  const Json point = output_of(search["scale_command"].text(), "--output")["points"][0];
  expect_equal(point, cluster);
  for (const Json& other : search["best"].items())
    EXPECT_LE(best["makespan_cycles"].integer(), other["makespan_cycles"].integer());
}

TEST(TuneClusterCommand, TheBestChoiceTakesWhatIsPredictedOnTwoAndFourRanks) {
  const Json all = searches({"--config", "small", "--rows", "90", "--cols", "20", "--iterations", "24", "--ranks",
                             "2,4", "--network-latency", "250", "--network-bandwidth", "2.5"});
  ASSERT_EQ(all.size(), 2u);
  for (const Json& search : all.items()) expect_that_the_best_runs(search);
}

TEST(TuneClusterCommand, StripsInTurnAndJoinedStepsToo) {
  const Words job{"--config", "small", "--rows", "90", "--cols", "12", "--iterations", "30", "--network-latency", "40"};
  expect_that_the_best_runs(searches(and_more(job, {"--ranks", "2", "--distributions", "cyclic"}))[0]);
  expect_that_the_best_runs(searches(and_more(job, {"--ranks", "1", "--schedules", "joined"}))[0]);
}

TEST(TuneClusterCommand, TilesToo) {
  expect_that_the_best_runs(searches({"--kernel", "gauss-seidel", "--config", "small", "--rows", "90", "--cols", "70",
                                      "--ranks", "3", "--network-latency", "300"})[0]);
}

TEST(TuneClusterCommand, WhatCannotWorkIsOneLine) {
  const std::string network =
      " must come with a network (--network-latency, --network-bandwidth, --network): only "
      "there steps and ranks are searched";
  const std::vector<BadCase> cases{
      {{"--ranks", "0"}, "--ranks is 0, must be 1 .. 1048576"},
      {{"--ranks", "2,4"}, "--ranks names 2 numbers of ranks," + network},
      {{"--schedules", "resident"}, "--schedules names resident," + network},
      {{"--distributions", "cyclic"}, "--distributions is cyclic," + network},
      {{"--network-latency", "1", "--message-latency", "5"},
       "--message-latency is 5, must not be given with a network"},
      {{"--network-latency", "1", "--verify-cycles", "5"}, "--verify-cycles is 5, must not be given with a network"},
      {{"--sweeps", "3"}, "--sweeps is 3, must not be given but with --kernel gauss-seidel"},
      {{"--kernel", "gauss-seidel", "--iterations", "3"},
       "--iterations is 3, must not be given with --kernel gauss-seidel"},
      {{"--network-latency", "1", "--rows", "100", "--ranks", "1..128"},
       "--rows is 100 over 128 ranks: 28 ranks would have none; must be at least 128 rows"},
      {{"--network", "/no/such/n.json"}, "/no/such/n.json"},
  };
  for (const BadCase& bad : cases) {
    const ProgramResult result = alone(and_more({"tune"}, bad.options));
    EXPECT_EQ(result.status, 2) << bad.line;
    EXPECT_EQ(count(result.err, bad.line), 1) << result.err;
    EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
    EXPECT_EQ(result.out, "");
  }
  const ProgramResult both = under_mpirun(2, STENCIL_COSIM, and_more({"tune"}, cases[8].options));
  EXPECT_EQ(both.status, 2);
  EXPECT_EQ(count(both.err, cases[8].line), 1) << both.err;
}

}  // namespace
}  // namespace stencil
