// run --network-latency and others as a user runs it: times of ranks, the same on model and RTL, refusals.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

Words joined_words(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Json report_of(int ranks, const Words& options) {
  const ScratchDirectory scratch;
  const ProgramResult result =
      under_mpirun(ranks, STENCIL_COSIM, joined_words({"run", "--report", scratch / "r.json"}, options));
  EXPECT_EQ(result.status, 0) << result.err;
  return Json::parse(read_text(scratch / "r.json"));
}

// Ends of the ranks by the recurrence, from the blocks of a report: rows in one strip per rank, messages of stw rows.
std::vector<std::int64_t> ends_by_hand(const Json& report, std::int64_t latency, std::int64_t bytes_per_cycle) {
  const std::int64_t ranks = report["machine"]["ranks"].integer();
  std::map<std::int64_t, std::vector<std::int64_t>> steps;
  for (const Json& block : report["blocks"]) {
    auto& costs = steps[block["step"].integer()];
    costs.resize(static_cast<std::size_t>(ranks));
    costs[static_cast<std::size_t>(block["rank"].integer())] += block["cycles"]["total"].integer();
  }
  const std::int64_t bytes = report["problem"]["stw"].integer() * report["problem"]["cols"].integer() * 8;
  const std::int64_t message = latency + (bytes + bytes_per_cycle - 1) / bytes_per_cycle;
  std::vector<std::int64_t> ends(static_cast<std::size_t>(ranks), 0);
  for (const auto& [step, costs] : steps) {
    const std::vector<std::int64_t> before = ends;
    for (std::size_t rank = 0; rank < ends.size(); ++rank) {
      if (step > 0 && rank > 0) ends[rank] = std::max(ends[rank], before[rank - 1] + message);
      if (step > 0 && rank + 1 < ends.size()) ends[rank] = std::max(ends[rank], before[rank + 1] + message);
      ends[rank] += costs[rank];
    }
  }
  return ends;
}

const Words jacobi{"--accel", "model",        "--config", "small", "--rows", "97",        "--cols",
                   "30",      "--iterations", "17",       "--stw", "4",      "--portion", "12"};

TEST(ClusterCommand, TimesAreTheRecurrenceOverTheBlocks) {
  for (const int ranks : {1, 2, 4}) {
    for (const char* blocking : {"overlapped-rows", "skewed"}) {
      for (const char* schedule : {"overlapped", "sequential"}) {
        SCOPED_TRACE(std::to_string(ranks) + " ranks, " + blocking + ", " + schedule);
        const Json report =
            report_of(ranks, joined_words(jacobi, {"--blocking", blocking, "--schedule", schedule, "--network-latency",
                                                   "700", "--network-bandwidth", "16"}));
        const std::vector<std::int64_t> ends = ends_by_hand(report, 700, 16);
        const Json& cluster = report["cluster"];
        ASSERT_EQ(cluster["ranks"].size(), ends.size());
        for (std::size_t rank = 0; rank < ends.size(); ++rank)
          EXPECT_EQ(cluster["ranks"][rank]["end_cycle"], ends[rank]) << rank;
        EXPECT_EQ(cluster["makespan_cycles"], *std::max_element(ends.begin(), ends.end()));
        EXPECT_EQ(cluster["messages"], 2 * (ranks - 1) * 4) << "five steps";
        EXPECT_EQ(cluster["bytes"], 2 * (ranks - 1) * 4 * 4 * 30 * 8);
      }
    }
  }
}

// Tiles carry the time of their senders; free messages give the same.
TEST(ClusterCommand, FreeMessagesOfTilesCostWhatTheTilesSay) {
  for (const Words& more : {Words{}, Words{"--history"}, Words{"--fuse", "off"}}) {
    for (const int ranks : {2, 4}) {
      const Json report = report_of(ranks, joined_words({"--kernel", "gauss-seidel", "--accel", "model", "--check",
                                                         "off", "--network-latency", "0"},
                                                        more));
      EXPECT_EQ(report["cluster"]["makespan_cycles"], report["gauss_seidel"]["makespan_cycles"]);
      EXPECT_EQ(report["cluster"]["waiting_cycles"], report["gauss_seidel"]["waiting_cycles"]);
      EXPECT_EQ(report["cluster"]["messages"], report["gauss_seidel"]["messages"]);
      EXPECT_EQ(report["cluster"]["bytes"].integer(), 8 * report["gauss_seidel"]["words"].integer());
      EXPECT_GT(report["cluster"]["waiting_cycles"].integer(), 0);
    }
  }
}

TEST(ClusterCommand, RtlTakesTheTimeOfTheModel) {
  const ScratchDirectory scratch;
  write_text(scratch / "n.json",
             "{\"ranks_per_node\": 2, \"within_node\": {\"latency_cycles\": 60, \"bytes_per_cycle\": 32},\n"
             "\"between_nodes\": {\"latency_cycles\": 800, \"bytes_per_cycle\": 2.5}}");
  const Words job{"--config", "small", "--rows",    "61", "--cols",  "12",  "--iterations", "6",
                  "--stw",    "2",     "--portion", "8",  "--check", "off", "--network",    scratch / "n.json"};
  for (const Words& more :
       {Words{}, Words{"--distribution", "cyclic", "--strip-rows", "6"}, Words{"--place", "sweep=accel"},
        Words{"--distribution", "cyclic", "--strip-rows", "6", "--schedule", "joined"}}) {
    const Json model = report_of(3, joined_words(joined_words(job, more), {"--accel", "model"}));
    const Json rtl = report_of(3, joined_words(joined_words(job, more), {"--accel", "rtl"}));
    EXPECT_EQ(rtl["cluster"], model["cluster"]);
    EXPECT_GT(rtl["cluster"]["critical_path"]["message_cycles"].integer(), 0);
  }
}

// Nothing else moves: neither bytes nor cycles, nor any other field of the report.
TEST(ClusterCommand, NothingElseChanges) {
  Json with = report_of(2, joined_words(jacobi, {"--network-latency", "9"}));
  Json without = report_of(2, jacobi);
  EXPECT_FALSE(without.contains("cluster"));
  for (const Json::Member& member : without.members()) {
    if (member.name == "simulation" || member.name == "command") continue;
    EXPECT_EQ(with[member.name], member.value) << member.name;
  }
}

TEST(ClusterCommand, TheTableAndShowSayTheSame) {
  const ScratchDirectory scratch;
  const ProgramResult result = under_mpirun(
      2, STENCIL_COSIM,
      joined_words({"run", "--report", scratch / "r.json", "--network-latency", "700", "--network-bandwidth", "12.5"},
                   jacobi));
  EXPECT_EQ(count(result.out, "\nvirtual cluster time: messages take 700 cycles, then 12.5 bytes per cycle\n"), 1)
      << result.out;
  const std::size_t begin = result.out.find("virtual cluster time: ");
  const std::size_t end = result.out.find("device cycles: ", begin);
  const std::string shown = alone({"show", scratch / "r.json"}).out;
  EXPECT_EQ(count(shown, result.out.substr(begin, end - begin)), 1) << shown;
  const Json report = Json::parse(read_text(scratch / "r.json"));
  Words words;
  for (const Json& word : report["command"]["words"]) words.push_back(word.text());
  const auto latency = std::find(words.begin(), words.end(), "--network-latency");
  ASSERT_NE(latency, words.end());
  EXPECT_EQ(*(latency + 1), "700");
}

TEST(ClusterCommand, WhatCannotWorkIsOneLineOnAnyNumberOfRanks) {
  const ScratchDirectory scratch;
  write_text(scratch / "n.json", "{\"between_nodes\":\n{\"latency_cycles\": 1,\n\"bytes_per_cycle\": -2}}");
  const std::vector<BadCase> cases{
      {{"--network-latency", "-1"}, "--network-latency is -1, must be 0 .. 1000000000"},
      {{"--network-latency", "soon"}, "--network-latency is 'soon', must be an integer 0 .. 1000000000"},
      {{"--network-bandwidth", "1.2345"},
       "--network-bandwidth is 1.2345, must be 0 .. 1000000 bytes per cycle, in thousandths; 0: no limit"},
      {{"--network", scratch / "n.json", "--network-latency", "1"},
       "--network is " + (scratch / "n.json") + ", must not be given with --network-latency: the file has it"},
      {{"--network-latency", "5", "--accel", "software"},
       "--network-latency must not be given with --accel software, which has no clock; must be one of: model, rtl"},
      {{"--network", scratch / "n.json", "--accel", "model"},
       "rank 0: --network " + (scratch / "n.json") +
           ":3: between_nodes.bytes_per_cycle is -2, must be 0 .. 1000000 bytes per cycle, in thousandths; 0: no "
           "limit"},
      {{"--network", scratch / "none.json", "--accel", "model"},
       "rank 0: --network " + (scratch / "none.json") + ": cannot be opened: No such file or directory"},
  };
  for (const BadCase& bad : cases) {
    for (const int ranks : {1, 3}) {
      const ProgramResult result =
          under_mpirun(ranks, STENCIL_COSIM, joined_words({"run", "--report", scratch / "r.json"}, bad.options));
      EXPECT_EQ(result.status, 2) << bad.line;
      std::string line = "stencil-cosim: " + bad.line + "\n";
      if (ranks == 1 && count(line, "rank 0: ") == 1) line.erase(line.find("rank 0: "), 8);
      EXPECT_EQ(result.err.substr(0, line.size()), line);
      EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
    }
  }
  EXPECT_EQ(scratch.entries().size(), 1u) << "no report";
}

}  // namespace
}  // namespace stencil
