// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <tuple>

#include "host/vsda/plan_copy.hpp"
#include "host/vsda/plan_update.hpp"
#include "tests/host/support/seed.hpp"

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

TEST(PlanCopy, CutsAlongBothDistributions) {
  // Elements 1..6 of (3,4,1) go to 0..5 of (2,0,6).
  const BlockedLayout source(8, 1, false, {3, 4, 1}, no_limit);
  const BlockedLayout target(8, 0, false, {2, 0, 6}, no_limit);
  const ExchangePlan first = plan_copy(target, 0, source, 1, 6, 0);
  EXPECT_EQ(first.self.source_local, 1);
  EXPECT_EQ(first.self.target_local, 0);
  EXPECT_EQ(first.self.count, 2);
  EXPECT_TRUE(first.sends.empty());
  EXPECT_TRUE(first.receives.empty());
  const ExchangePlan middle = plan_copy(target, 0, source, 1, 6, 1);
  EXPECT_EQ(rows(middle.sends), (std::vector<Row>{{2, 1, 4}}));
  EXPECT_TRUE(middle.receives.empty());
  EXPECT_EQ(middle.self.count, 0);
  EXPECT_EQ(rows(plan_copy(target, 0, source, 1, 6, 2).receives), (std::vector<Row>{{1, 0, 4}}));
}

// Every plan of every rank against an element-by-element account.
TEST(PlanCopy, MovesEachElementOnceFromOwnerToOwner) {
  test::Random random(test::test_seed());
  for (int round = 0; round < 400; ++round) {
    const int ranks = static_cast<int>(random(1, 6));
    const auto layout = [&](std::int64_t width) {
      std::vector<std::int64_t> portions;
      std::int64_t sum = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        portions.push_back(width + random(0, 4) * random(0, 1));
        sum += portions.back();
      }
      return BlockedLayout(sum, width, random(0, 1) == 1, portions, no_limit);
    };
    const BlockedLayout source = layout(random(0, 2));
    const BlockedLayout target = layout(random(0, 2));
    const std::int64_t count = random(0, std::min(source.globsize(), target.globsize()));
    const std::int64_t source_offset = random(0, source.globsize() - count);
    const std::int64_t target_offset = random(0, target.globsize() - count);

    // (from, to) -> global source number -> global target number; filled by sends, emptied by receives
    std::map<std::pair<int, int>, std::pair<std::int64_t, std::int64_t>> messages;
    std::int64_t moved = 0;
    const auto global = [](const BlockedLayout& of, int rank, std::int64_t local) {
      return local - of.shadow_before(rank) + of.start(rank);
    };
    for (int rank = 0; rank < ranks; ++rank) {
      const ExchangePlan plan = plan_copy(target, target_offset, source, source_offset, count, rank);
      for (const Segment& send : plan.sends) {
        ASSERT_NE(send.peer, rank);
        ASSERT_GT(send.count, 0);
        ASSERT_TRUE(
            messages.emplace(std::pair{rank, send.peer}, std::pair{global(source, rank, send.local), send.count})
                .second)
            << "two messages from " << rank << " to " << send.peer;
      }
      if (plan.self.count > 0) {
        ASSERT_EQ(global(target, rank, plan.self.target_local) - target_offset,
                  global(source, rank, plan.self.source_local) - source_offset);
        moved += plan.self.count;
      }
    }
    for (int rank = 0; rank < ranks; ++rank) {
      for (const Segment& receive : plan_copy(target, target_offset, source, source_offset, count, rank).receives) {
        const auto message = messages.find({receive.peer, rank});
        ASSERT_NE(message, messages.end()) << "nothing sent from " << receive.peer << " to " << rank;
        ASSERT_EQ(message->second.second, receive.count);
        ASSERT_EQ(message->second.first - source_offset, global(target, rank, receive.local) - target_offset);
        moved += receive.count;
        messages.erase(message);
      }
    }
    ASSERT_TRUE(messages.empty());
    ASSERT_EQ(moved, count);
  }
}

}  // namespace
}  // namespace stencil
