// How the command ends when a device or a disk fails: one line, status 3, and a report of everything known until then.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

const std::string no_answer = "test device: no answer to start within 1000 cycles";

// A run of faulty_cosim with output o.npy and report r.json in `scratch`.
ProgramResult faulty(int ranks, const ScratchDirectory& scratch, const Words& environment, const Words& more = {}) {
  Words words{"run", "--accel", "software", "--output", scratch / "o.npy", "--report", scratch / "r.json"};
  words.insert(words.end(), more.begin(), more.end());
  return under_mpirun(ranks, STENCIL_FAULTY_COSIM, words, environment);
}

// The message of rank `rank` was printed once, with status 3, and stands in the report; no other message was printed.
Json expect_error(const ProgramResult& result, const ScratchDirectory& scratch, int rank, const std::string& text) {
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: rank " + std::to_string(rank) + ": " + text), 1) << result.err;
  EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
  EXPECT_EQ(scratch.entries(), std::vector<std::string>{"r.json"});
  const Json report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["schema"], "stencil-cosim/report/1");
  EXPECT_EQ(report["ok"], false);
  EXPECT_EQ(report["error"]["rank"], rank);
  EXPECT_EQ(report["error"]["text"].text().rfind(text, 0), 0u) << report["error"]["text"];
  EXPECT_EQ(report["error"]["status"], 3);
  EXPECT_EQ(report["compared"], 0);
  std::int64_t in_classes = 0;
  for (const Json& one : report["classes"]) in_classes += one["cycles"]["total"]["sum"].integer();
  EXPECT_EQ(in_classes, report["totals"]["cycles_all_ranks"].integer());
  return report;
}

std::set<std::int64_t> ranks_of(const Json& report) {
  std::set<std::int64_t> ranks;
  for (const Json& block : report["blocks"]) ranks.insert(block["rank"].integer());
  return ranks;
}

std::int64_t blocks_of(const Json& report, std::int64_t rank) {
  std::int64_t blocks = 0;
  for (const Json& block : report["blocks"]) blocks += block["rank"].integer() == rank ? 1 : 0;
  return blocks;
}

// 101 rows on three ranks are three blocks per step, and there are four steps. After each step the other ranks wait for
// this rank's halo rows: whether they have swept the third is not certain.
TEST(CommandErrors, ARankThatOthersWaitForAbortsWithTheBlocksOfAll) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty(3, scratch, {"FAULT=fail", "FAULT_RANK=1", "FAULT_AT=7"});
  const Json report = expect_error(result, scratch, 1, no_answer);
  EXPECT_EQ(blocks_of(report, 1), 6) << "two whole steps";
  for (const int rank : {0, 2}) {
    EXPECT_GE(blocks_of(report, rank), 6);
    EXPECT_LE(blocks_of(report, rank), 9);
  }
  EXPECT_EQ(report["problem"]["rows"], 101);
  EXPECT_GT(report["totals"]["cycles"].integer(), 0);
}

// The first rank that fails ends the others, wherever they are: what another one wrote then would be left half done.
TEST(CommandErrors, OnlyTheFirstRankThatFailsLeavesFiles) {
  const Words capture{"--capture", "failure", "--capsule"};
  for (const bool beaten : {false, true}) {
    const ScratchDirectory scratch;
    Words more = capture;
    more.push_back(scratch / "r.capsule");
    const Words fault = {beaten ? "FAULT=beaten" : "FAULT=fail", "FAULT_RANK=1", "FAULT_AT=7",
                         "FAULT_REPORT=" + (scratch / "r.json")};
    const ProgramResult result = faulty(3, scratch, fault, more);
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_EQ(scratch.entries(), beaten ? Words{"r.json"} : (Words{"r.capsule", "r.json"})) << result.err;
    EXPECT_EQ(read_text(scratch / "r.json").find("{\"launch\"") == 0, beaten);
  }
}

TEST(CommandErrors, InTheLastStepAllRanksKnow) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty(3, scratch, {"FAULT=fail", "FAULT_RANK=1", "FAULT_AT=10"});
  const Json report = expect_error(result, scratch, 1, no_answer);
  EXPECT_EQ(count(result.err, "MPI_ABORT"), 0) << result.err;
  EXPECT_EQ(ranks_of(report), (std::set<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(report["blocks"].size(), 12u + 9u + 12u) << "rank 1 lacks its last step";
  EXPECT_GT(report["simulation"]["wall_s"].number(), 0.0);
}

TEST(CommandErrors, InASequentialStepTheBlocksBeforeCount) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty(2, scratch, {"FAULT=fail", "FAULT_RANK=1", "FAULT_AT=3"},
                                      {"--schedule", "sequential", "--iterations", "5"});
  const Json report = expect_error(result, scratch, 1, no_answer);
  EXPECT_EQ(count(result.err, "MPI_ABORT"), 0) << "a single step: no rank waits for another\n" << result.err;
  EXPECT_EQ(report["blocks"].size(), 4u + 3u);
}

TEST(CommandErrors, AStageThatFailsKeepsTheBlocksBefore) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty(1, scratch, {"FAULT=fail", "FAULT_AT=10"}, {"--place", "sweep=accel"});
  const Json report = expect_error(result, scratch, 0, no_answer);
  EXPECT_EQ(report["blocks"].size(), 10u);
  EXPECT_TRUE(report["stages"].is_null());
}

TEST(CommandErrors, ATileThatFailsKeepsTheTilesBefore) {
  for (const int ranks : {1, 2}) {
    const ScratchDirectory scratch;
    const ProgramResult result = faulty(ranks, scratch, {"FAULT=fail", "FAULT_AT=5"},
                                        {"--kernel", "gauss-seidel", "--fuse", "off", "--tiles", "2x1"});
    const Json report = expect_error(result, scratch, 0, no_answer);
    EXPECT_EQ(blocks_of(report, 0), 5);
    EXPECT_EQ(ranks == 2, blocks_of(report, 1) > 0);
    EXPECT_TRUE(report["gauss_seidel"].is_null());
  }
}

TEST(CommandErrors, ASingleRankKnowsOfEverything) {
  const ScratchDirectory scratch;
  const Json report = expect_error(faulty(1, scratch, {"FAULT=fail", "FAULT_AT=3"}), scratch, 0, no_answer);
  EXPECT_EQ(report["blocks"].size(), 0u);
  // Without mpirun the line is the only output.
  const ProgramResult lone = run_program({STENCIL_FAULTY_COSIM, "run", "--accel", "software"}, {"FAULT=fail"});
  EXPECT_EQ(lone.status, 3);
  EXPECT_EQ(lone.err, "stencil-cosim: rank 0: " + no_answer + "\n");
}

TEST(CommandErrors, CyclesThatBelongToNoBlockAreKnownToAll) {
  for (const int ranks : {1, 3}) {
    const ScratchDirectory scratch;
    const ProgramResult result = faulty(ranks, scratch, {"FAULT=miscount", "FAULT_RANK=" + std::to_string(ranks - 1)});
    const Json report = expect_error(result, scratch, ranks - 1, "ledger: the blocks add up to ");
    EXPECT_EQ(count(result.err, "MPI_ABORT"), 0) << result.err;
    EXPECT_EQ(report["blocks"].size(), ranks == 1 ? 28u : 36u) << "every block was swept";
    EXPECT_EQ(ranks_of(report).size(), static_cast<std::size_t>(ranks));
  }
}

TEST(CommandErrors, ADeviceThatCannotBeMadeIsKnownToAll) {
  for (const int ranks : {1, 3}) {
    const ScratchDirectory scratch;
    const ProgramResult result = faulty(ranks, scratch, {"FAULT=make", "FAULT_RANK=" + std::to_string(ranks - 1)});
    const Json report = expect_error(result, scratch, ranks - 1, "test device: contract version 99, must be 3 .. 4");
    EXPECT_EQ(count(result.err, "MPI_ABORT"), 0) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(report["problem"].is_null());
    EXPECT_EQ(report["machine"]["ranks"], ranks);
    EXPECT_EQ(report["machine"]["accel"], "software");
    EXPECT_EQ(report["machine"]["config"], "default");
    EXPECT_EQ(report["blocks"].size(), 0u);
  }
}

TEST(CommandErrors, TheComparisonsUntilThenAreReported) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty(2, scratch, {"FAULT=miscount"}, {"--check", "block"});
  EXPECT_EQ(result.status, 3);
  const Json report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], false);
  EXPECT_GT(report["compared"].integer(), 4 * 7777);
  EXPECT_EQ(report["mismatches"], 0);
}

TEST(CommandErrors, BadInputLeavesNoReport) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty(2, scratch, {}, {"--stw", "6"});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(scratch.entries().empty());
}

TEST(CommandErrors, AReportThatCannotBeWrittenHidesNoError) {
  const ScratchDirectory scratch;
  const std::string folder = scratch / "removed";
  std::filesystem::create_directory(folder);
  const ProgramResult result =
      run_program({STENCIL_FAULTY_COSIM, "run", "--accel", "software", "--report", folder + "/r.json"},
                  {"FAULT=remove", "FAULT_FOLDER=" + folder});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.err, "stencil-cosim: warning: " + folder +
                            "/r.json: cannot create a file there: No such file or directory\n"
                            "stencil-cosim: rank 0: test device: no answer\n");
}

TEST(CommandErrors, InCyclesAllRanksKnowOfADevice) {
  const ProgramResult result = under_mpirun(
      3, STENCIL_FAULTY_COSIM, {"cycles", "--accel", "model", "--niters", "2,3,4"}, {"FAULT=fail", "FAULT_RANK=1"});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: rank 1: " + no_answer), 1) << result.err;
  EXPECT_EQ(count(result.err, "MPI_ABORT"), 0) << result.err;
  EXPECT_EQ(result.out, "");
}

// A full disk: rank 0 takes the others' rows, then all end.
TEST(CommandErrors, AFullDiskIsKnownToAll) {
  const ScratchDirectory scratch;
  // mpirun undoes the trap, so each rank sets its own.
  const ProgramResult result = run_program(
      {STENCIL_MPIEXEC, "-n", "2", "--oversubscribe", "bash", "-c",
       "ulimit -f 32768; trap '' XFSZ; exec \"$0\" run --accel software --rows 2100 --cols 2100 --iterations 1 --stw 1 "
       "--portion 300 --output \"$1\"",
       STENCIL_COSIM, scratch / "o.npy"});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: rank 0: " + (scratch / "o.npy") + ": cannot write: File too large\n"), 1)
      << result.err;
  EXPECT_EQ(count(result.err, "MPI_ABORT"), 0) << result.err;
  EXPECT_TRUE(scratch.entries().empty());
}

}  // namespace
}  // namespace stencil
