// run --timeline with a network: every message where it departs and where it arrives, every wait of every rank.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"
#include "tests/system/timeline/trace.hpp"

namespace stencil {
namespace {

const std::string cluster_group = "cluster: virtual time, 1 ns = 1 cycle/";

std::int64_t number_of(const test::TraceEvent& event, const char* name) {
  return std::stoll(event.arguments.at(name));
}

// From the points where messages depart to those where they arrive, each once.
void expect_cluster_messages(const test::Trace& trace, const Json& cluster, std::int64_t latency) {
  std::map<std::string, test::TraceEvent> departs;
  std::int64_t bytes = 0, arrived = 0;
  for (std::size_t rank = 0; rank < cluster["ranks"].size(); ++rank) {
    for (const test::TraceEvent& event : trace.events(cluster_group + "messages of rank " + std::to_string(rank))) {
      if (event.flows.empty()) continue;
      EXPECT_EQ(event.ns, number_of(event, "departs"));
      EXPECT_EQ(number_of(event, "from"), static_cast<std::int64_t>(rank));
      EXPECT_EQ(event.name, "to rank " + event.arguments.at("to"));
      EXPECT_TRUE(departs.emplace(event.flows.front(), event).second) << "a number twice";
      bytes += number_of(event, "bytes");
    }
  }
  for (std::size_t rank = 0; rank < cluster["ranks"].size(); ++rank) {
    for (const test::TraceEvent& event : trace.events(cluster_group + "messages of rank " + std::to_string(rank))) {
      if (event.flow_ends.empty()) continue;
      ++arrived;
      ASSERT_EQ(departs.count(event.flow_ends.front()), 1u);
      const test::TraceEvent& from = departs[event.flow_ends.front()];
      EXPECT_EQ(from.arguments, event.arguments);
      EXPECT_EQ(event.name, "from rank " + event.arguments.at("from"));
      EXPECT_EQ(number_of(event, "to"), static_cast<std::int64_t>(rank));
      EXPECT_EQ(event.ns, number_of(event, "arrives"));
      EXPECT_EQ(event.ns, from.ns + latency + (number_of(event, "bytes") + 3) / 4) << "4 bytes a cycle";
    }
  }
  EXPECT_EQ(static_cast<std::int64_t>(departs.size()), cluster["messages"].integer());
  EXPECT_EQ(arrived, cluster["messages"].integer());
  EXPECT_EQ(bytes, cluster["bytes"].integer());
}

// Work and waits lie back to back, as long as the report says.
void expect_cluster_ranks(const test::Trace& trace, const Json& cluster) {
  for (const Json& rank : cluster["ranks"]) {
    std::int64_t end = 0, worked = 0, waited = 0;
    for (const test::TraceSlice& slice : trace.slices(cluster_group + "rank " + rank["rank"].dump())) {
      EXPECT_EQ(slice.event.ns, end);
      end = slice.end;
      (slice.event.name == "works" ? worked : waited) += slice.ns();
    }
    EXPECT_EQ(end, rank["end_cycle"].integer());
    EXPECT_EQ(worked, rank["cycles"].integer());
    EXPECT_EQ(waited, rank["waiting_cycles"].integer());
  }
}

void expect_tracks_of(const Words& job) {
  const ScratchDirectory scratch;
  Words words{"run",
              "--accel",
              "model",
              "--check",
              "off",
              "--config",
              "small",
              "--network-latency",
              "700",
              "--network-bandwidth",
              "4",
              "--timeline",
              scratch / "t.pftrace",
              "--report",
              scratch / "r.json"};
  words.insert(words.end(), job.begin(), job.end());
  const ProgramResult result = under_mpirun(3, STENCIL_COSIM, words);
  ASSERT_EQ(result.status, 0) << result.err;
  const Json cluster = Json::parse(read_text(scratch / "r.json"))["cluster"];
  const test::Trace trace = test::read_trace(scratch / "t.pftrace");
  EXPECT_EQ(trace.faults, std::vector<std::string>());
  EXPECT_GT(cluster["waiting_cycles"].integer(), 0);
  expect_cluster_messages(trace, cluster, 700);
  expect_cluster_ranks(trace, cluster);
}

TEST(ClusterTracks, SweepsInBlocks) {
  expect_tracks_of({"--rows", "97", "--cols", "30", "--iterations", "17", "--stw", "4", "--portion", "12"});
}

TEST(ClusterTracks, Tiles) {
  expect_tracks_of({"--kernel", "gauss-seidel", "--rows", "60", "--cols", "50", "--rounds", "2", "--history"});
}

TEST(ClusterTracks, NoneWithoutANetwork) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone({"run", "--accel", "model", "--check", "off", "--config", "small", "--rows", "40",
                                      "--cols", "12", "--timeline", scratch / "t.pftrace"});
  ASSERT_EQ(result.status, 0) << result.err;
  const test::Trace trace = test::read_trace(scratch / "t.pftrace");
  EXPECT_EQ(trace.events(cluster_group + "messages of rank 0").size(), 0u);
  EXPECT_EQ(trace.slices(cluster_group + "rank 0").size(), 0u);
}

}  // namespace
}  // namespace stencil
