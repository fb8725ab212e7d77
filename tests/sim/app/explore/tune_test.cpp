// The search compared with exhaustive search, on invented costs.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/tune.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include "sim/app/explore/tune_output.hpp"

namespace stencil {
namespace {

TuneJob job(std::int64_t rows, std::int64_t ranks, std::int64_t iterations) {
  return {rows, 10, ranks, iterations, {Schedule::overlapped}, {Blocking::overlapped_rows}, 100.0, 8.0};
}

BlockScheme candidate(std::int64_t stw, std::int64_t portion) {
  return {{Schedule::overlapped, Blocking::overlapped_rows}, portion, stw};
}

TEST(Tune, FindsWhatExhaustiveSearchFindsAndPredictsNoMoreThanItMust) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<BlockScheme> all;
    std::vector<std::int64_t> cost;
    std::vector<std::int64_t> bound;
    for (int i = 0; i < 30; ++i) {
      all.push_back(candidate(1, i));
      cost.push_back(static_cast<std::int64_t>(random() % 50 + 50));
      bound.push_back(cost.back() - static_cast<std::int64_t>(random() % 40));
    }
    const auto of = [](const std::vector<std::int64_t>& values) {
      return [&values](const BlockScheme& c) { return values[static_cast<std::size_t>(c.portion)]; };
    };
    const TuneResult result = tune(job(100, 1, 1), all, of(cost), of(bound), 4);
    std::vector<std::int64_t> sorted = cost;
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(result.best.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(result.best[i].device_cycles, sorted[i]) << "round " << round;
    const auto below = std::count_if(bound.begin(), bound.end(), [&](std::int64_t b) { return b < sorted[3]; });
    EXPECT_LE(result.predicted, static_cast<std::size_t>(std::max<std::ptrdiff_t>(below, 0)) + 4) << "round " << round;
    EXPECT_EQ(result.considered, 30u);
  }
}

TEST(Tune, CountsExchangesIntoTheChoice) {
  // One sweep per interval is cheaper on the device and more expensive on the wire.
  const TuneJob two_ranks = job(100, 2, 10);
  const auto device = [](const BlockScheme& c) { return std::int64_t{1000 + c.interval}; };
  const TuneResult result = tune(two_ranks, {candidate(1, 50), candidate(10, 50)}, device, device, 1);
  EXPECT_EQ(result.best.front().candidate.interval, 10);
  EXPECT_EQ(result.best.front().exchange_cycles, 0.0);
  EXPECT_DOUBLE_EQ(two_ranks.exchange_cycles(1), 9 * (100.0 + 80.0 / 8.0));
  EXPECT_DOUBLE_EQ(job(100, 3, 10).exchange_cycles(5), 2 * (100.0 + 5 * 80.0 / 8.0));
}

TEST(Tune, TheBusiestRankIsFoundForAnyNumberOfRanks) {
  for (std::int64_t ranks = 1; ranks <= 9; ++ranks) {
    for (std::int64_t rows = 30; rows <= 40; ++rows) {
      std::int64_t most = 0;
      for (std::int64_t rank = 0; rank < ranks; ++rank) {
        const std::int64_t owned = rows / ranks + (rows % ranks > rank ? 1 : 0);
        most = std::max(most, owned + (rank > 0 ? 3 : 0) + (rank + 1 < ranks ? 3 : 0));
      }
      EXPECT_EQ(job(rows, ranks, 1).most_local_rows(3), most) << ranks << " ranks, " << rows << " rows";
    }
  }
}

Capabilities small_device() {
  Capabilities device;
  device.timed = true;
  device.pes = 4;
  device.lanes = 1;
  device.memory_words = 400;
  device.max_cols = 20;
  device.f_buffers = device.r_buffers = 2;
  device.line_beats = 20;
  device.link_bytes_per_cycle = 8.0;
  return device;
}

TEST(Candidates, AreWhatTheDeviceCanHoldAndAllOfIt) {
  const Capabilities device = small_device();
  const std::vector<BlockScheme> all = candidates(job(90, 2, 12), device);
  ASSERT_FALSE(all.empty());
  for (const BlockScheme& c : all) {
    EXPECT_LE(c.interval, 12);
    EXPECT_LE(3 * c.interval, c.portion);
    if (c.portion < 45 + c.interval) {
      EXPECT_LE((c.portion + 2 * c.interval) * 10, device.memory_words);
    }
  }
  // A buffer holds 40 rows: one sweep with 38 kept rows cuts 46 local rows in two.
  const auto has = [&](std::int64_t stw, std::int64_t portion) {
    return std::any_of(all.begin(), all.end(),
                       [&](const BlockScheme& c) { return c.interval == stw && c.portion == portion; });
  };
  EXPECT_TRUE(has(1, 23));
  EXPECT_FALSE(has(1, 46));
}

TEST(Candidates, TheLargestPortionThatFitsIsAmongThem) {
  // A buffer holds 40 rows; 100 times as many rows need so many blocks that only a few block counts are tried.
  const Capabilities device = small_device();
  for (const Blocking blocking : all_blockings) {
    TuneJob long_job = job(4001, 1, 2);
    long_job.blockings = {blocking};
    std::int64_t largest = 0;
    for (const BlockScheme& c : candidates(long_job, device)) {
      if (c.interval == 2) largest = std::max(largest, c.portion);
    }
    EXPECT_EQ(largest, blocking == Blocking::skewed ? 38 : 36) << name_of(blocking);
  }
}

TEST(Candidates, BoundsAreBelowEveryRoofline) {
  const Capabilities device = small_device();
  const TuneJob one = job(90, 1, 4);
  // 90 rows of 10 columns, 4 sweeps on 4 elements in one pass: at least a cycle per point; 1,800 words in, 900 out.
  for (const BlockScheme& c : candidates(one, device)) {
    EXPECT_GE(roofline_bound(one, device, c), 1800) << c.interval << " " << c.portion;
  }
}

// Root must ask Open MPI, unless its variables are set.
TEST(TuneOutput, TheLineToCopyRunsForTheUserThatItIsPrintedFor) {
  TuneResult result;
  result.best = {{{}, 100, 0.0}};
  result.considered = result.predicted = 1;
  TuneJob job;
  job.ranks = 3;
  const auto line = [&](const std::string& program) {
    const std::string text = to_text(job, {}, {}, result, {}, program);
    const std::size_t begin = text.find("mpirun ");
    return text.substr(begin, text.find(" --rows", begin) - begin);
  };
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  EXPECT_EQ(line("stencil-cosim"), "mpirun -n 3 --oversubscribe stencil-cosim run");
  EXPECT_EQ(line("my build/stencil-cosim"), "mpirun -n 3 --oversubscribe 'my build/stencil-cosim' run");
  unsetenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM");
  const std::string root = geteuid() == 0 ? "--allow-run-as-root " : "";
  EXPECT_EQ(line("stencil-cosim"), "mpirun -n 3 --oversubscribe " + root + "stencil-cosim run");
}

}  // namespace
}  // namespace stencil
