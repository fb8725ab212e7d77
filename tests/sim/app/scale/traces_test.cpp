// Traces for other simulators: their text, and that logs of a job take what it is predicted to take.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/cluster/time/virtual_time.hpp"
#include "sim/app/scale/scale.hpp"
#include "sim/app/scale/traces/cluster_traces.hpp"
#include "sim/app/scale/traces/job_logs.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

// Rank 0 sends at 300 and works on; rank 1 works, sends, receives, works.
std::vector<RankLog> example() {
  return {{{{RankEvent::sent, 1, 80, 300}, {RankEvent::received, 1, 16, 350}}, 350},
          {{{RankEvent::sent, 0, 16, 100}, {RankEvent::received, 0, 80, 100}}, 600}};
}

TEST(ClusterTraces, SmpiHasTheActionsOfARank) {
  EXPECT_EQ(smpi_actions(example()[0], 0),
            "0 init\n0 compute 300\n0 send 1 0 80\n0 compute 50\n0 recv 1 0 16\n0 finalize\n");
  EXPECT_EQ(smpi_actions(example()[1], 1),
            "1 init\n1 compute 100\n1 send 0 0 16\n1 recv 0 0 80\n1 compute 500\n1 finalize\n");
}

TEST(ClusterTraces, GoalLetsNothingWaitForASend) {
  EXPECT_EQ(goal_text(example()),
            "num_ranks 2\n"
            "\nrank 0 {\nl1: calc 300\nl2: send 80b to 1 tag 0\nl2 requires l1\nl3: calc 50\nl3 requires l1\n"
            "l4: recv 16b from 1 tag 0\nl4 requires l3\n}\n"
            "\nrank 1 {\nl1: calc 100\nl2: send 16b to 0 tag 0\nl2 requires l1\nl3: recv 80b from 0 tag 0\n"
            "l3 requires l1\nl4: calc 500\nl4 requires l3\n}\n");
}

TEST(ClusterTraces, ThePlatformIsABackboneThatNobodyShares) {
  const std::string text = smpi_platform({{501, Bandwidth{12500}}, {}, 1}, 4);
  EXPECT_NE(text.find("radical=\"0-3\" speed=\"1f\""), std::string::npos) << text;
  EXPECT_NE(text.find("bb_bw=\"12.5Bps\" bb_lat=\"501s\" bb_sharing_policy=\"FATPIPE\"/>"), std::string::npos) << text;
  EXPECT_NE(smpi_platform({}, 1).find("bb_bw=\"1e18Bps\" bb_lat=\"0s\""), std::string::npos) << "no limit";
}

TEST(ClusterTraces, WhatTheFormatsCannotSayIsRefused) {
  EXPECT_EQ(test::refusal([] {
              smpi_platform({{}, {}, 4}, 8);
            }),
            "ranks_per_node is 4, must be 1 with --smpi, whose platform has no nodes");
  EXPECT_EQ(test::refusal([] {
              goal_text({{{{RankEvent::met, 0, 0, 1}}, 1}});
            }),
            "--history must not be given with --smpi or --goal: ranks meet for it, which costs nothing here and "
            "messages there");
}

TEST(JobLogs, TakeWhatIsPredicted) {
  enum Way { blocked, cyclic, resident };
  for (const Way way : {blocked, cyclic, resident}) {
    for (const std::int64_t ranks : {1, 2, 5}) {
      ScaleJob job;
      job.rows = 173;
      job.cols = 20;
      job.sweep.iterations = 14;
      job.sweep.scheme.interval = 4;
      job.sweep.scheme.portion = 12;
      job.sweep.distribution = way == cyclic ? Distribution::cyclic : Distribution::blocked;
      if (way == resident) job.sweep.scheme.how.schedule = Schedule::resident;
      job.device.config = way == resident ? "default" : "small";
      job.network = {{900, Bandwidth{700}}, {50, {}}, 2};
      const ScalePoint point = scale(job, {ranks}, [](std::size_t) {}).front();
      const VirtualTime time = virtual_time(job_logs(job, ranks), job.network);
      EXPECT_EQ(time.makespan(), point.time.makespan);
      EXPECT_EQ(time.waiting(), point.time.waiting);
      EXPECT_EQ(time.messages, point.messages);
      EXPECT_EQ(time.bytes, point.bytes);
      EXPECT_EQ(time.message_cycles_on_path(), point.time.path_messages);
    }
  }
}

TEST(JobLogs, OfTooManyStepsAreRefused) {
  ScaleJob job;
  job.rows = 64;
  job.sweep.iterations = 40000000;
  job.sweep.scheme.interval = 4;
  EXPECT_EQ(test::refusal([&] { job_logs(job, 2); }),
            "10000000 steps on 2 ranks, must be at most 5000000 in a trace (ranks times steps 10000000)");
}

}  // namespace
}  // namespace stencil
