// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <tuple>

#include "host/vsda/plan_update.hpp"

namespace stencil {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

using Row = std::tuple<int, std::int64_t, std::int64_t>;

std::vector<Row> rows(const std::vector<Segment>& segments) {
  std::vector<Row> result;
  for (const Segment& segment : segments) result.emplace_back(segment.peer, segment.local, segment.count);
  return result;
}

TEST(PlanUpdate, ExchangesEdgesWithBothNeighbours) {
  const BlockedLayout layout(12, 2, false, {5, 4, 3}, no_limit);
  EXPECT_EQ(rows(plan_update(layout, 0).sends), (std::vector<Row>{{1, 3, 2}}));
  EXPECT_EQ(rows(plan_update(layout, 0).receives), (std::vector<Row>{{1, 5, 2}}));
  EXPECT_EQ(rows(plan_update(layout, 1).sends), (std::vector<Row>{{0, 2, 2}, {2, 4, 2}}));
  EXPECT_EQ(rows(plan_update(layout, 1).receives), (std::vector<Row>{{0, 0, 2}, {2, 6, 2}}));
  EXPECT_EQ(rows(plan_update(layout, 2).sends), (std::vector<Row>{{1, 2, 2}}));
  EXPECT_EQ(rows(plan_update(layout, 2).receives), (std::vector<Row>{{1, 0, 2}}));
}

TEST(PlanUpdate, LeavesGlobalShadowsAlone) {
  const BlockedLayout layout(6, 2, true, {4, 2}, no_limit);
  EXPECT_EQ(rows(plan_update(layout, 0).sends), (std::vector<Row>{{1, 4, 2}}));
  EXPECT_EQ(rows(plan_update(layout, 0).receives), (std::vector<Row>{{1, 6, 2}}));
  EXPECT_EQ(rows(plan_update(layout, 1).sends), (std::vector<Row>{{0, 2, 2}}));
  EXPECT_EQ(rows(plan_update(layout, 1).receives), (std::vector<Row>{{0, 0, 2}}));
}

TEST(PlanUpdate, IsEmptyWithoutShadowsOrNeighbours) {
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_TRUE(plan_update(BlockedLayout(3, 0, true, {3, 0, 0}, no_limit), rank).sends.empty());
    EXPECT_TRUE(plan_update(BlockedLayout(3, 0, true, {3, 0, 0}, no_limit), rank).receives.empty());
  }
  EXPECT_TRUE(plan_update(BlockedLayout(3, 2, true, {3}, no_limit), 0).sends.empty());
}

}  // namespace
}  // namespace stencil
