// A run with --timeline: its trace has every block of the report with its cycles, every message, and no overlaps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"
#include "tests/system/timeline/trace.hpp"

namespace stencil::timeline_test {

using test::read_trace;
using test::Trace;
using test::TraceEvent;
using test::TraceSlice;

inline std::string host(std::int64_t rank) {
  return "rank " + std::to_string(rank) + ": host, wall time";
}
inline std::string device(std::int64_t rank) {
  return "rank " + std::to_string(rank) + ": device, 1 ns = 1 cycle";
}

inline std::string plain(const Json& value) {
  return value.is_text() ? value.text() : value.dump();
}

// What the trace must tell of a block of the report: its fields, those of `cycles` and `model` by their full names.
// direction, fill_cycles and model_cycles repeat others, and so does `model` where it is as `cycles`.
inline std::map<std::string, std::string> expected_arguments(const Json& block) {
  std::map<std::string, std::string> arguments;
  for (const Json::Member& field : block.members()) {
    if (field.name == "direction" || field.name == "fill_cycles" || field.name == "model_cycles") continue;
    if (field.name == "model" && field.value == block["cycles"]) continue;
    if (field.name == "cycles" || field.name == "model") {
      for (const Json::Member& cause : field.value.members())
        arguments[field.name + "." + cause.name] = plain(cause.value);
    } else if (!field.value.is_null()) {
      arguments[field.name] = plain(field.value);
    }
  }
  return arguments;
}

inline std::int64_t cycles_of(const std::vector<TraceSlice>& slices, const std::string& name) {
  std::int64_t sum = 0;
  for (const TraceSlice& slice : slices) sum += slice.event.name == name ? slice.ns() : 0;
  return sum;
}

// Slices follow one another, none within another.
inline void expect_a_row(const std::vector<TraceSlice>& slices, const std::string& what) {
  std::int64_t end = 0;
  for (const TraceSlice& slice : slices) {
    ASSERT_EQ(slice.depth, 0) << what << " at " << slice.event.ns;
    ASSERT_GE(slice.event.ns, end) << what;
    ASSERT_GT(slice.ns(), 0) << what << " at " << slice.event.ns;
    end = slice.end;
  }
}

// Every block of the report is a slice of as many ns, with the report's numbers; they lie back to back, and the causes
// beside them add up to theirs.
inline void expect_blocks(const Trace& trace, const Json& report, std::int64_t rank) {
  std::multiset<std::string> expected, got;
  std::int64_t total = 0;
  std::map<std::string, std::int64_t> causes;
  std::size_t blocks = 0;
  for (const Json& block : report["blocks"]) {
    if (block["rank"].integer() != rank) continue;
    ++blocks;
    total += block["cycles"]["total"].integer();
    std::string text = block["cycles"]["total"].dump() + " ns:";
    for (const auto& [name, value] : expected_arguments(block)) text += " " + name + "=" + value;
    expected.insert(text);
    for (const char* cause : {"load", "compute", "store", "stall", "idle"})
      causes[cause] += block["cycles"][cause].integer();
  }
  const std::vector<TraceSlice> slices = trace.slices(device(rank) + "/blocks");
  for (const TraceSlice& slice : slices) {
    std::string text = std::to_string(slice.ns()) + " ns:";
    for (const auto& [name, value] : slice.event.arguments) text += " " + name + "=" + value;
    got.insert(text);
    const std::string number = " " + slice.event.arguments.at("block");
    EXPECT_TRUE(slice.event.name == "block" + number || slice.event.name == "tile" + number) << slice.event.name;
  }
  EXPECT_GT(blocks, 0u);
  EXPECT_EQ(got, expected);
  expect_a_row(slices, "blocks");
  ASSERT_FALSE(slices.empty());
  EXPECT_EQ(slices.back().end - slices.front().event.ns, total) << "back to back";

  const std::vector<TraceSlice> shown = trace.slices(device(rank) + "/cycles by cause");
  expect_a_row(shown, "causes");
  ASSERT_FALSE(shown.empty());
  for (const auto& [cause, cycles] : causes) EXPECT_EQ(cycles_of(shown, cause), cycles) << cause;
  EXPECT_EQ(shown.back().end, slices.back().end);

  // A command ends with its block, or before: the last of a wait has its store to come.
  const std::vector<TraceSlice> engine = trace.slices(device(rank) + "/engine");
  ASSERT_EQ(engine.size(), slices.size());
  for (std::size_t i = 0; i < engine.size(); ++i) {
    EXPECT_LE(engine[i].end, slices[i].end);
    EXPECT_GT(engine[i].end, slices[i].event.ns);
    EXPECT_EQ(engine[i].event.arguments.at("rows"), slices[i].event.arguments.at("rows"));
  }
  EXPECT_LE(cycles_of(engine, "sweep") + cycles_of(engine, "tile"), causes["compute"] + causes["stall"]);
  std::int64_t transfers = 0;
  for (const char* row : {"/load DMA", "/store DMA"}) {
    expect_a_row(trace.slices(device(rank) + row), row);
    transfers += static_cast<std::int64_t>(trace.slices(device(rank) + row).size());
  }
  for (const char* row : {"/load held", "/store held", "/engine"}) expect_a_row(trace.slices(device(rank) + row), row);
  std::int64_t expected_transfers = 0;
  for (const Json& block : report["blocks"])
    expected_transfers += block["rank"].integer() == rank ? block["transfers"].integer() : 0;
  EXPECT_EQ(transfers, expected_transfers);
}

// Each message is sent once and received once, from the one to the other, and not received before it was sent.
inline void expect_messages(const Trace& trace, std::int64_t ranks, std::size_t expected) {
  std::map<std::string, std::string> sent;
  std::map<std::string, std::int64_t> when;
  std::size_t received = 0;
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    for (const TraceEvent& event : trace.events(host(rank) + "/phases")) {
      if (event.type != "INSTANT" || event.flows.empty()) continue;
      ASSERT_EQ(event.flows.size(), 1u);
      EXPECT_EQ(event.name, "to rank " + event.arguments.at("peer"));
      const std::string way =
          std::to_string(rank) + ">" + event.arguments.at("peer") + " " + event.arguments.at("bytes");
      EXPECT_TRUE(sent.emplace(event.flows.front(), way).second) << "a number twice";
      when[event.flows.front()] = event.ns;
    }
  }
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    for (const TraceEvent& event : trace.events(host(rank) + "/phases")) {
      if (event.type != "INSTANT" || event.flow_ends.empty()) continue;
      ++received;
      const std::string way =
          event.arguments.at("peer") + ">" + std::to_string(rank) + " " + event.arguments.at("bytes");
      EXPECT_EQ(sent[event.flow_ends.front()], way);
      EXPECT_GE(event.ns, when[event.flow_ends.front()]);
    }
  }
  EXPECT_EQ(sent.size(), expected);
  EXPECT_EQ(received, expected);
}

inline std::set<std::string> phases_of(const Trace& trace, std::int64_t rank) {
  std::set<std::string> names;
  for (const TraceSlice& slice : trace.slices(host(rank) + "/phases")) {
    names.insert(slice.event.name);
    EXPECT_EQ(slice.event.arguments.at("rank"), std::to_string(rank));
  }
  return names;
}

struct Result {
  Trace trace;
  Json report;
};

inline Result traced(int ranks, Words words) {
  const ScratchDirectory scratch;
  for (const std::string& word :
       {std::string("--timeline"), scratch / "t.pftrace", std::string("--report"), scratch / "r.json"})
    words.push_back(word);
  words.insert(words.begin(), "run");
  const ProgramResult result = ranks == 1 ? alone(words) : under_mpirun(ranks, STENCIL_COSIM, words);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(scratch.entries().size(), 2u) << "parts are left";
  Result both{read_trace(scratch / "t.pftrace"), Json::parse(read_text(scratch / "r.json"))};
  EXPECT_EQ(both.trace.faults, std::vector<std::string>());
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    EXPECT_EQ(both.trace.tracks.count(host(rank)), 1u);
    if (!both.report["machine"]["ranks"].is_null()) phases_of(both.trace, rank);
  }
  return both;
}

inline void expect_whole(const Result& result, std::size_t messages) {
  const std::int64_t ranks = result.report["machine"]["ranks"].integer();
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    SCOPED_TRACE("rank " + std::to_string(rank));
    expect_blocks(result.trace, result.report, rank);
  }
  expect_messages(result.trace, ranks, messages);
}

}  // namespace stencil::timeline_test
