// SPDX-License-Identifier: Apache-2.0
#include "host/balance/cost_law.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

CostLaw law_of(std::initializer_list<std::pair<std::int64_t, double>> measurements) {
  CostLaw law;
  for (const auto& [rows, time] : measurements) law.record(rows, time);
  return law;
}

TEST(CostLaw, IsARateAfterOneMeasurement) {
  EXPECT_FALSE(CostLaw().known());
  const CostLaw law = law_of({{10, 50.0}});
  EXPECT_TRUE(law.known());
  EXPECT_FALSE(law.has_slope());
  EXPECT_DOUBLE_EQ(law.time(0), 0.0);
  EXPECT_DOUBLE_EQ(law.time(1), 5.0);
  EXPECT_DOUBLE_EQ(law.time(20), 100.0);
}

TEST(CostLaw, TellsFixedTimeFromRateAfterTwo) {
  const CostLaw law = law_of({{50, 1050.0}, {10, 1010.0}});
  EXPECT_TRUE(law.has_slope());
  EXPECT_DOUBLE_EQ(law.time(0), 0.0);
  for (const std::int64_t rows : {1, 10, 25, 50, 100}) {
    EXPECT_DOUBLE_EQ(law.time(rows), 1000.0 + static_cast<double>(rows));
  }
}

TEST(CostLaw, DrawsNoLineThroughNeighbours) {
  const CostLaw law = law_of({{100, 100.0}, {108, 101.0}});
  EXPECT_FALSE(law.has_slope());
  EXPECT_DOUBLE_EQ(law.time(216), 202.0);
  EXPECT_DOUBLE_EQ(law.time(50), 50.0);
  EXPECT_DOUBLE_EQ(law.time(104), 100.5);
}

TEST(CostLaw, HasNoNegativeFixedTime) {
  // The line through both falls below 0 at 5 rows.
  const CostLaw law = law_of({{10, 10.0}, {20, 30.0}});
  EXPECT_DOUBLE_EQ(law.time(4), 4.0);
  EXPECT_DOUBLE_EQ(law.time(40), 60.0);
}

TEST(CostLaw, HopesThatRowsBeyondTheMostCostNothingUntilItHasASlope) {
  CostLaw law = law_of({{10, 50.0}});
  EXPECT_DOUBLE_EQ(law.hoped_time(0), 0.0);
  EXPECT_DOUBLE_EQ(law.hoped_time(5), 25.0);
  EXPECT_DOUBLE_EQ(law.hoped_time(1000), 50.0);
  law.record(20, 60.0);
  EXPECT_DOUBLE_EQ(law.hoped_time(30), 70.0);
}

TEST(CostLaw, AveragesNoise) {
  CostLaw law;
  for (int k = 0; k < 100; ++k) law.record(10, k % 2 == 0 ? 95.0 : 105.0);
  EXPECT_NEAR(law.time(10), 100.0, 0.7);
}

TEST(CostLaw, FollowsSlowDrift) {
  // So long for 40 rows that no drift below contradicts it.
  CostLaw law = law_of({{40, 4000.0}});
  double time = 100.0;
  for (int k = 0; k < 200; ++k) law.record(10, time *= 1.005);
  EXPECT_NEAR(law.time(10), time, 0.04 * time);
  EXPECT_EQ(law.next_measured(10), 0) << "points measured before the drift are forgotten";
}

TEST(CostLaw, ForgetsEverythingWhenTheSideHasChanged) {
  CostLaw law = law_of({{10, 1010.0}, {20, 1020.0}, {40, 1040.0}, {20, 20.0}});
  EXPECT_DOUBLE_EQ(law.time(10), 10.0);
  EXPECT_DOUBLE_EQ(law.time(40), 40.0);
  EXPECT_FALSE(law.has_slope());
  law = law_of({{10, 0.0}, {20, 5.0}, {10, 0.0}});
  EXPECT_DOUBLE_EQ(law.time(20), 5.0) << "no change from 0 to 0";
}

TEST(CostLaw, DropsWhatTheNewestContradicts) {
  CostLaw law = law_of({{10, 10.0}, {20, 20.0}, {40, 40.0}});
  law.record(30, 15.0);
  EXPECT_EQ(law.next_measured(0), 10);
  EXPECT_EQ(law.next_measured(10), 30) << "20 rows do not take longer than 30";
  EXPECT_EQ(law.next_measured(30), 40);
  law.record(15, 50.0);
  EXPECT_EQ(law.next_measured(10), 15);
  EXPECT_EQ(law.next_measured(15), 0);
}

TEST(CostLaw, HoldsTheLastEightNumbersOfRows) {
  CostLaw law;
  for (std::int64_t rows = 1; rows <= 8; ++rows) law.record(rows, static_cast<double>(rows));
  law.record(1, 1.0);
  law.record(9, 9.0);
  EXPECT_EQ(law.next_measured(0), 1);
  EXPECT_EQ(law.next_measured(1), 3);
}

// For any measurements the law never falls when rows are added, and agrees with the newest one.
TEST(CostLaw, NeverFalls) {
  test::Random random(test::test_seed());
  for (int program = 0; program < 500; ++program) {
    CostLaw law;
    for (int step = 0; step < 30; ++step) {
      const std::int64_t rows = random(1, 40);
      law.record(rows, static_cast<double>(random(0, 1000)));
      const double newest = law.time(rows);
      double before = 0.0;
      for (std::int64_t more = 0; more <= 60; ++more) {
        const double now = law.time(more);
        ASSERT_GE(now, before * (1.0 - 1e-12)) << more << " rows";
        ASSERT_LE(law.hoped_time(more), now);
        if (more < rows) {
          ASSERT_LE(now, newest * (1.0 + 1e-12));
        }
        before = now;
      }
    }
  }
}

}  // namespace
}  // namespace stencil
