// SPDX-License-Identifier: Apache-2.0
#include "host/balance/best_split.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/host/balance/simulated_steps.hpp"

namespace stencil {
namespace {

// Times by rows, 0 for none, rising by random steps, some of them 0.
std::vector<double> random_times(test::Random& random, std::int64_t rows) {
  std::vector<double> times{0.0};
  const std::int64_t fixed = random(0, 2) == 0 ? random(0, 200) : 0;
  const std::int64_t most = random(1, 20);
  double time = static_cast<double>(fixed);
  for (std::int64_t row = 1; row <= rows; ++row) {
    time += static_cast<double>(random(0, 1) * random(0, most));
    times.push_back(time);
  }
  return times;
}

TEST(BestSplit, IsTheBestOfAllSplits) {
  test::Random random(test::test_seed());
  int device_idle = 0;
  int host_idle = 0;
  for (int program = 0; program < 20000; ++program) {
    const std::int64_t rows = random(0, 40);
    const SplitLimits limits{rows, random(1, 6), random(1, 6)};
    const std::vector<double> device = random_times(random, rows);
    const std::vector<double> host = random_times(random, rows);
    const auto time_of = [](const std::vector<double>& times) {
      return [&times](std::int64_t n) { return times[static_cast<std::size_t>(n)]; };
    };
    const Split found = best_split(limits, time_of(device), time_of(host));

    BalanceOptions options;
    options.least_device_rows = limits.least_device;
    options.least_host_rows = limits.least_host;
    const Split best = test::best_of_all(time_of(device), time_of(host), rows, options);
    ASSERT_EQ(found.time, best.time) << rows << " rows";
    ASSERT_EQ(found.time, test::split_time(time_of(device), time_of(host), rows, found.device_rows));
    ASSERT_EQ(limits.nearest(found.device_rows), found.device_rows) << "not allowed";
    device_idle += found.device_rows == 0;
    host_idle += found.device_rows == rows;
  }
  EXPECT_GT(device_idle, 1000);
  EXPECT_GT(host_idle, 1000);
}

TEST(BestSplit, PrefersBothSidesThenTheHost) {
  const auto nothing = [](std::int64_t) { return 0.0; };
  EXPECT_EQ(best_split({10, 3, 3}, nothing, nothing).device_rows, 3);
  EXPECT_EQ(best_split({5, 3, 3}, nothing, nothing).device_rows, 0);
}

TEST(SplitLimits, NearestIsAllowed) {
  const SplitLimits limits{20, 4, 6};
  const std::vector<std::int64_t> expected{0, 0, 4, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 14, 20, 20, 20, 20};
  for (std::int64_t rows = 0; rows <= 20; ++rows) {
    EXPECT_EQ(limits.nearest(rows), expected[static_cast<std::size_t>(rows)]) << rows;
  }
  const SplitLimits one_side{9, 5, 5};
  EXPECT_FALSE(one_side.both_may_work());
  EXPECT_EQ(one_side.nearest(4), 0);
  EXPECT_EQ(one_side.nearest(5), 9);
  EXPECT_EQ((SplitLimits{0, 1, 1}.nearest(0)), 0);
  EXPECT_EQ((SplitLimits{1, 1, 1}.nearest(1)), 1);
  EXPECT_TRUE((SplitLimits{2, 1, 1}.both_may_work()));
}

}  // namespace
}  // namespace stencil
