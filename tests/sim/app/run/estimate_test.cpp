// The estimate of a whole run from a few steps, and durations as text.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/estimate.hpp"
#include "host/base/text.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace stencil {
namespace {

TEST(CostEstimate, RepeatsStepsBetweenTheFirstAndTheLast) {
  const CostEstimate estimate(9, {{1, 2}, {3}}, {{10}, {20, 30}, {40}}, {{5}});
  EXPECT_EQ(estimate.cycles(), 6 + 2 * 100 + 5);
  EXPECT_EQ(estimate.blocks(), 3 + 2 * 4 + 1);
  EXPECT_EQ(estimate.cycles(1, 0), 3);
  EXPECT_EQ(estimate.cycles(2, 0), 10);
  EXPECT_EQ(estimate.cycles(6, 1), 30);
  EXPECT_EQ(estimate.cycles(8, 0), 5);
  EXPECT_EQ(CostEstimate(2, {{1}}, {}, {{5}}).cycles(), 6);
  EXPECT_THROW(CostEstimate(8, {{1}}, {{10}, {20}}, {}), std::invalid_argument);
  EXPECT_THROW(CostEstimate(3, {{1}}, {}, {{5}}), std::invalid_argument);
  EXPECT_THROW(CostEstimate(1, {{1}}, {}, {{5}}), std::invalid_argument);
}

TEST(ReadableDuration, PicksTheUnit) {
  EXPECT_EQ(readable_duration(0.0), "0 ms");
  EXPECT_EQ(readable_duration(0.25), "250 ms");
  EXPECT_EQ(readable_duration(12.4), "12 s");
  EXPECT_EQ(readable_duration(200.0), "3 min 20 s");
  EXPECT_EQ(readable_duration(18420.0), "5 h 07 min");
  EXPECT_EQ(remaining_seconds(3.0, 0.25), 9.0);
}

}  // namespace
}  // namespace stencil
