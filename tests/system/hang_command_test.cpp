// Runs in which ranks wait in vain: the command says for whom, and ends.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "sim/app/json/json.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

// 101 rows on three ranks are three blocks per step, in four steps: command 4 is in step 1.
ProgramResult faulty(const std::string& fault, const ScratchDirectory& scratch) {
  ProgramResult result =
      under_mpirun(3, STENCIL_FAULTY_COSIM, {"run", "--accel", "software", "--report", scratch / "r.json"},
                   {"FAULT=" + fault, "FAULT_RANK=1", "FAULT_AT=4", testing_support::second_of_grace});
  result.err = test::unwrapped(result.err);
  return result;
}

// Of all ranks, whichever of them wrote it: each had swept the three blocks of the first step.
void expect_blocks_of_all(const Json& report) {
  std::map<std::int64_t, int> first_step;
  for (const Json& block : report["blocks"]) first_step[block["rank"].integer()] += block["step"] == 0 ? 1 : 0;
  EXPECT_EQ(first_step, (std::map<std::int64_t, int>{{0, 3}, {1, 3}, {2, 3}}));
  std::int64_t in_classes = 0;
  for (const Json& one : report["classes"]) in_classes += one["count"].integer();
  EXPECT_EQ(in_classes, static_cast<std::int64_t>(report["blocks"].size()));
  EXPECT_FALSE(report["error"].contains("blocks_of"));
}

TEST(HangCommand, ADeviceHangsAndTheOthersWaitForItsRank) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty("hang", scratch);
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: rank 1: device hangs: nothing moved for 5001 cycles\n"), 1) << result.err;
  EXPECT_EQ(count(result.err, "  rank 1: sweep of step 1, "), 1) << result.err;
  EXPECT_EQ(count(result.err, "has failed\n"), 1) << result.err;
  EXPECT_EQ(count(result.err, " for a message from rank 1 with tag 22084\n"), 2) << result.err;
  EXPECT_EQ(count(result.err, "never go on"), 0) << result.err;
  EXPECT_EQ(count(result.err, "its calls, for replay: run again with --capture failure\n"), 1) << result.err;
  EXPECT_EQ(count(result.err, "exchange of step 2, "), 2) << result.err;
  const std::string graph = read_text(scratch / "r.json.dot");
  EXPECT_EQ(count(graph, "  r0 -> r1 [label=\"a message from rank 1 with tag 22084\""), 1) << graph;
  EXPECT_EQ(count(graph, "  r2 -> r1 [label=\"a message from rank 1 with tag 22084\""), 1) << graph;
  const Json report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["error"]["rank"], 1);
  expect_blocks_of_all(report);
}

// Rank 1 goes to the common end of a run that all ranks leave; the others wait for its rows.
TEST(HangCommand, ARankThatLeavesTheSweepsAlone) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty("leave", scratch);
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: hang: ranks 0-2 can never go on\n"), 1) << result.err;
  EXPECT_EQ(count(result.err, ": waits in MPI_Allreduce for rank 0 to enter it and rank 2 to enter it\n"), 1)
      << result.err;
  EXPECT_EQ(count(result.err, " for a message from rank 1 with tag 22084\n"), 2) << result.err;
  const Json report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], false);
  EXPECT_EQ(report["error"]["status"], 3);
  EXPECT_EQ(report["error"]["text"].text().rfind("hang: ranks 0-2 can never go on\n", 0), 0u)
      << report["error"]["text"];
}

// mpirun has the status of the rank whose end it sees first: the killed one, or another that told of it.
TEST(HangCommand, ARankIsKilled) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty("kill", scratch);
  EXPECT_TRUE(result.status == 137 || result.status == 3) << result.status;
  EXPECT_EQ(count(result.err, "stencil-cosim: rank 1 died before the end\n"), 1) << result.err;
  EXPECT_EQ(count(result.err, "  rank 1: its process "), 1) << result.err;
  const Json report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], false);
  EXPECT_EQ(report["error"]["rank"], 1);
  EXPECT_EQ(report["error"]["status"], 3);
  expect_blocks_of_all(report);
  EXPECT_EQ(report["error"]["text"].text().rfind("rank 1 died before the end\n", 0), 0u) << report["error"]["text"];
}

TEST(HangCommand, ASlowDeviceIsWaitedFor) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty("slow", scratch);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

// Whatever its status, a run ends with our lines: mpirun has nothing to add.
TEST(HangCommand, NoWordsOfTheLauncherFollow) {
  const ScratchDirectory scratch;
  const std::vector<std::string> run{"run", "--accel", "software", "--check", "block"};
  const std::vector<std::string> wrong{"run", "--accel", "software", "--rows", "x"};
  for (const int ranks : {1, 3}) {
    for (const ProgramResult& result :
         {under_mpirun(ranks, STENCIL_FAULTY_COSIM, run, {"FAULT=flip"}),
          under_mpirun(ranks, STENCIL_FAULTY_COSIM, run, {"FAULT=fail"}),
          under_mpirun(ranks, STENCIL_FAULTY_COSIM, wrong), faulty("hang", scratch), faulty("leave", scratch)}) {
      EXPECT_NE(result.status, 0);
      for (const char* const words : {"mpirun", "MPI_ABORT", "Primary job", "ORTE_ERROR_LOG", "-------"})
        EXPECT_EQ(count(result.err, words), 0) << words << " in:\n" << result.err;
    }
  }
}

// A run of many seconds, stopped once it has printed what it uses.
TEST(HangCommand, ASignalLeavesAPicture) {
  const ScratchDirectory scratch;
  const std::string out = scratch / "out";
  const std::string err = scratch / "err";
  const std::string stop = "rm -f " + out + "; \"$0\" run --accel model --rows 4000 --cols 1000 --iterations 400 >" +
                           out + " 2> >(tee " + err + " >&2) & pid=$!; until [ -s " + out + " ]; do sleep 0.02; done; ";
  const ProgramResult ended = run_program({"bash", "-c", stop + "kill -TERM $pid; wait $pid", STENCIL_COSIM});
  EXPECT_EQ(ended.status, 143);
  EXPECT_EQ(count(ended.err, "stencil-cosim: ended by SIGTERM; the ranks then:\n  rank 0: "), 1) << ended.err;
  const ProgramResult asked = run_program({"bash", "-c",
                                           stop + "kill -USR1 $pid; until grep -q 'rank 0: ' " + err +
                                               "; do sleep 0.02; done; kill -0 $pid && kill -KILL $pid; wait $pid",
                                           STENCIL_COSIM});
  EXPECT_EQ(asked.status, 137) << "it went on until it was killed";
  EXPECT_EQ(count(asked.err, "stencil-cosim: the ranks now:\n  rank 0: "), 1) << asked.err;
}

}  // namespace
}  // namespace stencil
