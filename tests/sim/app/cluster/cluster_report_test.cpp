// The section of a report on virtual cluster time: written, read back, as text.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "sim/app/cluster/time/cluster_report.hpp"

namespace stencil {
namespace {

ClusterReport example() {
  ClusterReport report;
  report.network = {{900, Bandwidth{12500}}, {100, {}}, 2};
  const std::vector<RankLog> logs{{{{RankEvent::sent, 1, 80, 300}}, 350}, {{{RankEvent::received, 0, 80, 100}}, 600}};
  report.time = virtual_time(logs, report.network);
  return report;
}

TEST(ClusterReport, HasWhatScriptsRead) {
  const Json json = example().json();
  EXPECT_EQ(json["makespan_cycles"], 900);
  EXPECT_EQ(json["waiting_cycles"], 300);
  EXPECT_EQ(json["messages"], 1);
  EXPECT_EQ(json["bytes"], 80);
  EXPECT_EQ(json["efficiency"], 950.0 / 1800.0);
  EXPECT_EQ(json["network"]["between_nodes"]["bytes_per_cycle"], 12.5);
  EXPECT_EQ(json["ranks"][1]["end_cycle"], 900);
  EXPECT_EQ(json["ranks"][1]["cycles"], 600);
  EXPECT_EQ(json["critical_path"]["message_cycles"], 100);
  EXPECT_EQ(json["critical_path"]["stretches"].size(), 3u);
  EXPECT_EQ(json["critical_path"]["stretches"][1]["from_rank"], 0);
  EXPECT_FALSE(json["critical_path"]["stretches"][0].contains("from_rank"));
}

TEST(ClusterReport, IsReadBackAsItWas) {
  const ClusterReport report = example();
  const ClusterReport again = ClusterReport::read(Json::parse(report.json().dump()));
  EXPECT_EQ(again.json(), report.json());
  EXPECT_EQ(again.lines(), report.lines());
}

TEST(ClusterReport, ALongPathIsCutAtItsBeginning) {
  ClusterReport report;
  std::vector<RankLog> logs(2);
  for (std::int64_t step = 0; step < 800; ++step) {
    const auto from = static_cast<std::size_t>(step % 2);
    logs[from].events.push_back({RankEvent::sent, 1 - step % 2, 8, logs[from].cycles += 10});
    logs[1 - from].events.push_back({RankEvent::received, step % 2, 8, logs[1 - from].cycles});
  }
  report.network = {{3, {}}, {3, {}}, 1};
  report.time = virtual_time(logs, report.network);
  const Json json = report.json();
  EXPECT_EQ(json["critical_path"]["stretches"].size(), ClusterReport::most_listed);
  EXPECT_EQ(json["critical_path"]["stretches_omitted"], 600);
  EXPECT_EQ(json["critical_path"]["message_cycles"], 2400);
  const ClusterReport again = ClusterReport::read(json);
  EXPECT_EQ(again.json(), json);
  EXPECT_EQ(again.lines(), report.lines());
  EXPECT_TRUE(report.check().as_planned);
  EXPECT_TRUE(again.check().as_planned);
}

TEST(ClusterReport, SaysWhenEachRankEndsAndWhatItWaitedFor) {
  EXPECT_EQ(example().lines(),
            "virtual cluster time: nodes of 2 ranks; messages take\n"
            "  100 cycles, whatever their length, within a node\n"
            "  900 cycles, then 12.5 bytes per cycle, between nodes\n"
            "rank  cycles  waiting  end   busy\n"
            "   0     350        0  350  0.389\n"
            "   1     600      300  900  0.667\n"
            "makespan 900 cycles, efficiency 0.528; 1 message of 80 bytes\n"
            "critical path: 0.111 in messages; rank 0 until 300, message to rank 1, rank 1\n"
            "  until 900");
}

TEST(ClusterReport, APathWithAGapIsNotAsPlanned) {
  ClusterReport report = example();
  EXPECT_TRUE(report.check().as_planned);
  report.time.critical_path[1].end -= 1;
  EXPECT_FALSE(report.check().as_planned);
}

}  // namespace
}  // namespace stencil
