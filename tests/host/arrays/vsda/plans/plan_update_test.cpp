// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <tuple>
#include <vector>

#include "host/arrays/vsda/layouts/plan_update.hpp"

namespace stencil {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

using Row = std::tuple<int, std::int64_t, std::int64_t>;

// Rank of the neighbour, first byte of the edge sent to it, first byte of the shadow that it fills.
std::vector<Row> neighbours(const UpdatePlan& plan) {
  std::vector<Row> result;
  for (std::size_t i = 0; i < plan.neighbours; ++i) {
    result.emplace_back(plan.neighbour[i].peer, plan.neighbour[i].edge, plan.neighbour[i].shadow);
  }
  return result;
}

TEST(PlanUpdate, ExchangesEdgesWithBothNeighbours) {
  const BlockedLayout layout(12, 2, Edges::none, {5, 4, 3}, unlimited);
  EXPECT_EQ(neighbours(plan_update(layout, 0, 1)), (std::vector<Row>{{1, 3, 5}}));
  EXPECT_EQ(neighbours(plan_update(layout, 1, 1)), (std::vector<Row>{{0, 2, 0}, {2, 4, 6}}));
  EXPECT_EQ(neighbours(plan_update(layout, 2, 1)), (std::vector<Row>{{1, 2, 0}}));
  EXPECT_EQ(neighbours(plan_update(layout, 1, 24)), (std::vector<Row>{{0, 48, 0}, {2, 96, 144}}));
  EXPECT_EQ(plan_update(layout, 1, 24).bytes, 48);
  EXPECT_EQ(plan_update(layout, 1, 24).rank, 1);
}

TEST(PlanUpdate, LeavesGlobalShadowsAlone) {
  const BlockedLayout layout(6, 2, Edges::shadow, {4, 2}, unlimited);
  EXPECT_EQ(neighbours(plan_update(layout, 0, 1)), (std::vector<Row>{{1, 4, 6}}));
  EXPECT_EQ(neighbours(plan_update(layout, 1, 1)), (std::vector<Row>{{0, 2, 0}}));
}

TEST(PlanUpdate, CountsBytesBeyondAnInt) {
  const BlockedLayout layout(6000000, 2690, Edges::none, {3000000, 3000000}, unlimited);
  const UpdatePlan plan = plan_update(layout, 0, 800000);
  EXPECT_EQ(plan.bytes, 2690L * 800000);
  EXPECT_EQ(neighbours(plan), (std::vector<Row>{{1, (3000000L - 2690) * 800000, 3000000L * 800000}}));
}

TEST(PlanUpdate, IsEmptyWithoutShadowsOrNeighbours) {
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(plan_update(BlockedLayout(3, 0, Edges::shadow, {3, 0, 0}, unlimited), rank, 8).neighbours, 0u);
  }
  const UpdatePlan alone = plan_update(BlockedLayout(3, 2, Edges::shadow, {3}, unlimited), 0, 8);
  EXPECT_EQ(alone.neighbours, 0u);
  EXPECT_TRUE(alone.has_shadows);
}

}  // namespace
}  // namespace stencil
