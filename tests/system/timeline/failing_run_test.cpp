// The trace of a run that fails is closed and holds what was done until then.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"
#include "tests/system/timeline/trace.hpp"

namespace stencil {
namespace {

using test::read_trace;
using test::Trace;
using test::TraceSlice;

ProgramResult faulty(int ranks, const ScratchDirectory& scratch, const Words& environment, const Words& more = {}) {
  Words words{"run", "--accel", "software", "--timeline", scratch / "t.pftrace", "--report", scratch / "r.json"};
  words.insert(words.end(), more.begin(), more.end());
  return under_mpirun(ranks, STENCIL_FAULTY_COSIM, words, environment);
}

std::string group(std::int64_t rank, const std::string& name) {
  return "rank " + std::to_string(rank) + ": " + name;
}

// Blocks of the report are those of the trace, with the same cycles; both have some. Phases end at the error at the
// latest.
void expect_rank(const Trace& trace, const Json& report, std::int64_t rank) {
  SCOPED_TRACE("rank " + std::to_string(rank));
  std::vector<std::int64_t> told, shown;
  for (const Json& block : report["blocks"]) {
    if (block["rank"].integer() == rank) told.push_back(block["cycles"]["total"].integer());
  }
  for (const TraceSlice& slice : trace.slices(group(rank, "device, 1 ns = 1 cycle/blocks"))) {
    shown.push_back(slice.ns());
    EXPECT_EQ(slice.event.arguments.count("model.total"), 1u) << "not predicted: the model's cycles stand beside";
  }
  EXPECT_FALSE(told.empty());
  EXPECT_EQ(shown, told);
  const std::vector<TraceSlice> phases = trace.slices(group(rank, "host, wall time/phases"));
  EXPECT_TRUE(std::any_of(phases.begin(), phases.end(), [](const auto& slice) { return slice.event.name == "sweep"; }));
}

bool has_rank(const Trace& trace, std::int64_t rank) {
  return trace.tracks.count(group(rank, "host, wall time")) != 0;
}

// Files besides parts of ranks that were ended.
std::set<std::string> whole_files(const ScratchDirectory& scratch) {
  std::set<std::string> files;
  for (const std::string& file : scratch.entries()) {
    if (file.find(".part.") == std::string::npos) files.insert(file);
  }
  return files;
}

TEST(TimelineOfAFailingRun, IsWholeWhereTheResultIsWrong) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty(2, scratch, {"FAULT=flip", "FAULT_RANK=1", "FAULT_AT=6"}, {"--check", "block"});
  EXPECT_EQ(result.status, 1) << result.err;
  const Trace trace = read_trace(scratch / "t.pftrace");
  EXPECT_EQ(trace.faults, std::vector<std::string>());
  for (const int rank : {0, 1}) expect_rank(trace, Json::parse(read_text(scratch / "r.json")), rank);
  EXPECT_EQ(trace.slices(group(0, "host, wall time/phases")).back().event.name, "gather");
}

// The last step fails, for which no rank waits: all know.
TEST(TimelineOfAFailingRun, HasAllRanksWhereAllKnow) {
  const ScratchDirectory scratch;
  const ProgramResult result = faulty(3, scratch, {"FAULT=fail", "FAULT_RANK=1", "FAULT_AT=10"});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
  EXPECT_EQ(scratch.entries().size(), 2u) << "report and timeline, no parts";
  const Trace trace = read_trace(scratch / "t.pftrace");
  EXPECT_EQ(trace.faults, std::vector<std::string>());
  for (const int rank : {0, 1, 2}) expect_rank(trace, Json::parse(read_text(scratch / "r.json")), rank);
}

TEST(TimelineOfAFailingRun, HasTheRankThatFailedWhereOthersWait) {
  for (const int rank : {0, 1}) {
    const ScratchDirectory scratch;
    const std::string file = rank == 0 ? "t.pftrace" : "t.pftrace.rank-1";
    const ProgramResult result = faulty(3, scratch, {"FAULT=fail", "FAULT_RANK=" + std::to_string(rank), "FAULT_AT=7"});
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(count(result.err,
                    "stencil-cosim: warning: " + (scratch / file) + ": timeline of this rank alone, until the error\n"),
              1)
        << result.err;
    EXPECT_EQ(whole_files(scratch), (std::set<std::string>{"r.json", file}));
    const Trace trace = read_trace(scratch / file);
    EXPECT_EQ(trace.faults, std::vector<std::string>());
    for (const int other : {0, 1, 2}) EXPECT_EQ(has_rank(trace, other), other == rank);
    expect_rank(trace, Json::parse(read_text(scratch / "r.json")), rank);
    // The next run clears what the ranks left that were ended.
    EXPECT_EQ(faulty(3, scratch, {}).status, 0);
    EXPECT_EQ(scratch.entries().size(), rank == 0 ? 2u : 3u);
  }
}

// One error is told, and the disk's beside it.
TEST(TimelineOfAFailingRun, AFullDiskHidesNoError) {
  const ScratchDirectory scratch;
  // mpirun undoes the trap, and needs files of its own.
  const ProgramResult result = run_program(
      {STENCIL_MPIEXEC, "-n", "1", "bash", "-c",
       "ulimit -f 64; trap '' XFSZ; exec \"$0\" run --accel software --rows 400 --cols 12 --iterations 100 --stw 4 "
       "--portion 12 --timeline \"$1\"",
       STENCIL_FAULTY_COSIM, scratch / "t.pftrace"},
      {"FAULT=miscount"});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: warning: "), 1) << result.err;
  EXPECT_EQ(count(result.err, ": cannot write: File too large\n"), 1) << result.err;
  EXPECT_EQ(count(result.err, "stencil-cosim: rank 0: ledger: the blocks add up to "), 1) << result.err;
  EXPECT_TRUE(scratch.entries().empty());
}

}  // namespace
}  // namespace stencil
