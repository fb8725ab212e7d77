// The search for a cluster against the prediction of every choice.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/explore/predict.hpp"
#include "sim/app/scale/search/cluster_bound.hpp"
#include "sim/app/scale/search/cluster_search.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

ScaleJob blocks_job() {
  ScaleJob job;
  job.rows = 61;
  job.cols = 20;
  job.sweep.iterations = 14;
  job.device.config = "small";
  job.network = {{400, Bandwidth{3000}}, {90, Bandwidth{9000}}, 2};
  return job;
}

ScaleJob tiles_job() {
  ScaleJob job = blocks_job();
  job.rows = 70;
  job.cols = 50;
  job.tiles = TileOptions();
  job.tiles->sweeps = 2;
  return job;
}

ClusterSearch searched(const ScaleJob& job, std::int64_t ranks, std::size_t wanted = 3) {
  return search_cluster(job, ranks, {}, wanted, [](std::size_t, std::size_t) {});
}

std::vector<ClusterChoice> choices(const ScaleJob& job, std::int64_t ranks) {
  return cluster_choices(job, ranks, {}, predicted_capabilities(job.device));
}

std::optional<std::int64_t> makespan(const ScaleJob& job, std::int64_t ranks, const ClusterChoice& choice) {
  try {
    return scale(with_choice(job, choice), {ranks}, [](std::size_t) {}).front().time.makespan;
  } catch (const ArgumentError&) {
    return std::nullopt;
  }
}

void expect_the_shortest(const ScaleJob& job, std::int64_t ranks) {
  SCOPED_TRACE(std::to_string(ranks) + " ranks");
  const Capabilities device = predicted_capabilities(job.device);
  std::vector<std::int64_t> all;
  for (const ClusterChoice& choice : choices(job, ranks)) {
    const std::optional<std::int64_t> takes = makespan(job, ranks, choice);
    if (!takes) continue;
    all.push_back(*takes);
    EXPECT_LE(cluster_bound(job, ranks, choice, device), *takes)
        << name_of(choice.scheme.how.schedule) << " " << name_of(choice.scheme.how.blocking) << " "
        << choice.scheme.interval << " " << choice.scheme.portion << " " << choice.strip_rows.value_or(0);
  }
  std::sort(all.begin(), all.end());
  const ClusterSearch search = searched(job, ranks);
  EXPECT_LE(search.predicted, all.size());
  ASSERT_EQ(search.best.size(), 3u);
  for (std::size_t at = 0; at < 3; ++at) {
    EXPECT_EQ(search.best[at].point.time.makespan, all[at]);
    EXPECT_EQ(makespan(job, ranks, search.best[at].choice), all[at]);
  }
}

TEST(ClusterSearch, NoChoiceBeatsTheBest) {
  for (const std::int64_t ranks : {1, 2, 3, 7}) expect_the_shortest(blocks_job(), ranks);
  for (const std::int64_t ranks : {1, 3, 4}) expect_the_shortest(tiles_job(), ranks);
  for (const char* config : {"wide", "default"}) {
    ScaleJob job = blocks_job();
    job.device.config = config;
    job.device.link.bytes_per_cycle = 4;
    job.rows = 47;
    expect_the_shortest(job, 2);
  }
}

TEST(ClusterSearch, PredictsFarFromAll) {
  ScaleJob job = blocks_job();
  job.rows = 400;
  const ClusterSearch search = searched(job, 4);
  EXPECT_GT(search.considered, 1000u);
  EXPECT_LT(search.predicted, search.considered / 2);
}

TEST(ClusterSearch, TriesSchedulesOverStepsWhereTheyApply) {
  const auto tried = [](std::int64_t ranks, Schedule schedule) {
    std::int64_t count = 0;
    for (const ClusterChoice& choice : choices(blocks_job(), ranks))
      count += choice.scheme.how.schedule == schedule ? 1 : 0;
    return count;
  };
  EXPECT_GT(tried(1, Schedule::joined), 0);
  EXPECT_GT(tried(2, Schedule::joined), 0) << "with halo rows exchanged between the steps";
  EXPECT_EQ(tried(2, Schedule::resident), 14) << "one of each interval";
  EXPECT_GT(tried(2, Schedule::overlapped), 14);
}

// Free messages and few rows: nothing is swept twice where a step is one sweep, and nothing travels but halo rows.
TEST(ClusterSearch, AResidentStripWinsWhereFewRowsAreSweptOften) {
  ScaleJob job = blocks_job();
  job.sweep.iterations = 400;
  job.network = {};
  EXPECT_EQ(searched(job, 2, 1).best.front().choice.scheme.how.schedule, Schedule::resident);
}

TEST(ClusterSearch, DealsStripsOfSeveralHeights) {
  std::vector<std::int64_t> heights;
  for (const ClusterChoice& choice : choices(blocks_job(), 4))
    if (choice.strip_rows && choice.scheme.interval == 3) heights.push_back(*choice.strip_rows);
  heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
  EXPECT_EQ(heights, (std::vector<std::int64_t>{16, 8, 6, 4, 3})) << "1, 2, 3, 4, 6 for a rank";
}

TEST(ClusterSearch, MoreRanksThanRowsAreRefusedWithTheNumbers) {
  EXPECT_EQ(test::refusal([] { searched(blocks_job(), 64); }),
            "--rows is 61 over 64 ranks: 3 ranks would have none; must be at least 64 rows");
  const std::string tiles = test::refusal([] { searched(tiles_job(), 1024); });
  EXPECT_EQ(tiles.rfind("70 x 50 on 1,024 ranks: ", 0), 0u) << tiles;
  EXPECT_NE(tiles.find("; must be at least "), std::string::npos) << tiles;
}

TEST(ClusterSearch, NothingThatFitsIsRefusedWithTheNumbers) {
  ScaleJob job = blocks_job();
  job.cols = 5000;
  EXPECT_EQ(
      test::refusal([&] { searched(job, 2); }),
      "nothing fits: --rows 61 --cols 5000 on 2 ranks, configuration small with 16384 words per buffer, rows of up "
      "to 1024 columns");
}

}  // namespace
}  // namespace stencil
