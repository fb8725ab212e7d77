// The estimate of a whole run from a few steps.
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

}  // namespace
}  // namespace stencil
