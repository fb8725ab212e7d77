// run --timeline on every accelerator, schedule and placement: the trace agrees with the report.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/system/command.hpp"
#include "tests/system/timeline/trace.hpp"
#include "tests/system/timeline/trace_checks.hpp"

namespace stencil::timeline_test {
namespace {

const Words shape{"--config",     "small", "--rows", "60", "--cols",    "33",
                  "--iterations", "10",    "--stw",  "4",  "--portion", "12"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Words small = with(shape, {"--accel", "model"});

TEST(Timeline, HasEveryBlockAndMessage) {
  expect_whole(traced(3, small), 8);  // 2 exchanges, 2 borders, both ways
}

TEST(Timeline, OfTheRtlAsOfTheModel) {
  const Result rtl = traced(2, with(shape, {"--accel", "rtl"}));
  expect_whole(rtl, 4);
  const Result model = traced(2, small);
  for (const auto& [track, events] : model.trace.tracks) {
    if (track.find("device") == std::string::npos) continue;
    const std::vector<TraceEvent> same = rtl.trace.events(track);
    ASSERT_EQ(same.size(), events.size()) << track;
    for (std::size_t i = 0; i < events.size(); ++i) {
      ASSERT_EQ(same[i].ns, events[i].ns) << track << ", event " << i;
      ASSERT_EQ(same[i].name, events[i].name) << track;
    }
  }
}

TEST(Timeline, OfSkewedBlocks) {
  expect_whole(traced(2, with(small, {"--blocking", "skewed"})), 4);
}

TEST(Timeline, OfTheSequentialSchedule) {
  const Result result = traced(1, with(small, {"--schedule", "sequential", "--check", "block"}));
  expect_whole(result, 0);
  EXPECT_EQ(phases_of(result.trace, 0), (std::set<std::string>{"read problem", "golden", "barrier", "halo exchange",
                                                               "post", "wait", "sweep", "check", "gather"}));
}

TEST(Timeline, OfAParanoidRun) {
  const Result result = traced(2, with(small, {"--paranoid"}));
  expect_whole(result, 4);
  EXPECT_EQ(result.report["machine"]["paranoid"], true);
}

// The call of a whole step loads all it reads and stores all it makes: nothing is read beside it.
TEST(Timeline, OfARunThatKeepsACall) {
  const ScratchDirectory scratch;
  const std::string capsule = scratch / "c.capsule";
  expect_whole(traced(2, with(small, {"--capture", "1:1:0", "--capsule", capsule})), 4);
  EXPECT_EQ(scratch.entries().size(), 1u);
}

TEST(Timeline, OfStripsDealtInTurn) {
  expect_whole(traced(2, with(small, {"--distribution", "cyclic", "--block-rows", "10"})), 4);
}

TEST(Timeline, OfStages) {
  const Result result = traced(2, with(small, {"--place", "sweep=split,norm=accel", "--share", "0.6"}));
  expect_whole(result, 4);
  const std::set<std::string> phases = phases_of(result.trace, 1);
  EXPECT_EQ(phases.count("stages") + phases.count("wait"), 2u);
}

TEST(Timeline, OfTiles) {
  const Result result = traced(4, {"--kernel", "gauss-seidel", "--accel", "model", "--rows", "40", "--cols", "40",
                                   "--tiles", "2x2", "--sweeps", "2", "--rounds", "2", "--history"});
  expect_whole(result, static_cast<std::size_t>(result.report["gauss_seidel"]["messages"].integer()));
  const std::set<std::string> phases = phases_of(result.trace, 3);
  for (const char* phase : {"tile", "send", "wait", "residual"}) EXPECT_EQ(phases.count(phase), 1u) << phase;
}

// The device works within phases that say so: an arrow leads from there to the first block of the wait.
TEST(Timeline, ArrowsLeadFromThePhaseToItsBlocks) {
  const Result result = traced(1, small);
  std::vector<std::string> launched, blocks;
  for (const TraceSlice& slice : result.trace.slices(host(0) + "/phases")) {
    if (slice.event.name != "sweep") continue;
    ASSERT_EQ(slice.event.flows.size(), 1u);
    launched.push_back(slice.event.flows.front() + " step " + slice.event.arguments.at("step"));
  }
  for (const TraceSlice& slice : result.trace.slices(device(0) + "/blocks")) {
    if (!slice.event.flow_ends.empty())
      blocks.push_back(slice.event.flow_ends.front() + " step " + slice.event.arguments.at("step"));
  }
  EXPECT_EQ(launched.size(), 3u);
  EXPECT_EQ(launched, blocks);
}

TEST(Timeline, CountsBuffersAndOccupancy) {
  const Result result = traced(1, small);
  for (const char* name : {"/f buffers in use", "/r buffers in use"}) {
    const std::vector<TraceEvent> counts = result.trace.events(device(0) + name);
    ASSERT_FALSE(counts.empty()) << name;
    std::set<std::string> values;
    for (const TraceEvent& event : counts) values.insert(event.count);
    EXPECT_EQ(values, (std::set<std::string>{"0", "1", "2"})) << name;
    EXPECT_EQ(counts.back().count, "0") << name << ": all is stored";
  }
  const std::vector<TraceEvent> shares = result.trace.events(device(0) + "/engine occupancy, %");
  const std::vector<TraceSlice> blocks = result.trace.slices(device(0) + "/blocks");
  ASSERT_EQ(shares.size(), blocks.size() + 1);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(shares[i].ns, blocks[i].event.ns);
    const double expected = 100.0 * std::stod(blocks[i].event.arguments.at("stream_cycles")) /
                            std::stod(blocks[i].event.arguments.at("cycles.total"));
    EXPECT_NEAR(std::stod(shares[i].count), expected, 1e-9);
  }
  EXPECT_EQ(shares.back().count, "0");
}

TEST(Timeline, WithoutAClockThereAreOnlyPhases) {
  const ScratchDirectory scratch;
  const ProgramResult result =
      alone({"run", "--accel", "software", "--timeline", scratch / "t.pftrace", "--rows", "40", "--cols", "12"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(count(result.out, "--timeline has phases and messages only:\n  accelerator software has no clock\n"), 1);
  const Trace trace = read_trace(scratch / "t.pftrace");
  EXPECT_EQ(trace.tracks.size(), 2u);
  EXPECT_EQ(phases_of(trace, 0).count("sweep"), 1u);
}

}  // namespace
}  // namespace stencil::timeline_test
