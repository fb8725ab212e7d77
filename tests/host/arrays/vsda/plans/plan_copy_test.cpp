// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/plan_copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/host/arrays/exchange/plan_moves.hpp"
#include "tests/host/arrays/vsda/random_layout.hpp"

namespace stencil {
namespace {

using test::Moves;
using test::moves_of;
using test::Place;
using test::places;
using test::Random;

// All plans of all ranks against a list of elements, for all pairs of kinds of arrays.
TEST(PlanCopy, MovesEachElementOnceFromOwnerToOwner) {
  Random random(test::test_seed());
  std::size_t moved = 0;
  for (int round = 0; round < 3000; ++round) {
    const int ranks = static_cast<int>(random(1, 6));
    // Often the same number of rows, so that columns go to columns.
    const std::int64_t m = random(0, 2) == 0 ? -1 : random(0, 12);
    const ArrayLayout source = test::random_layout(random, ranks, m);
    const ArrayLayout target = test::random_layout(random, ranks, m);
    const std::int64_t count = random(0, std::min(globsize(source), globsize(target)));
    const std::int64_t source_first = random(0, globsize(source) - count);
    std::int64_t target_first = random(0, globsize(target) - count);
    if (m > 0 && random(0, 1) == 0 && source_first <= globsize(target) - count) target_first = source_first;

    std::vector<MessagePlan> plans;
    for (int rank = 0; rank < ranks; ++rank) {
      plans.push_back(plan_copy(target, target_first, source, source_first, count, rank));
    }
    Moves expected;
    const std::vector<Place> from = places(source);
    const std::vector<Place> to = places(target);
    for (std::int64_t k = 0; k < count; ++k) {
      const Place& a = from[static_cast<std::size_t>(source_first + k)];
      const Place& b = to[static_cast<std::size_t>(target_first + k)];
      expected[{a.rank, a.local}] = {b.rank, b.local};
    }
    ASSERT_EQ(moves_of(plans), expected) << "round " << round;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "round " << round;
    moved += expected.size();
  }
  EXPECT_GT(moved, 30000u) << "too few to prove anything";  // X;
}

TEST(PlanCopy, OfARegularPatternStaysSmall) {
  // 4 million rows dealt one by one and in blocks of 64: one step per block of one kind, not one per element.
  const CyclicAxis one_by_one(std::int64_t{1} << 22, 1, 0, 2);
  const CyclicAxis by_64(std::int64_t{1} << 22, 64, 0, 2);
  const CyclicAxis cols(1000, 64, 0, 1);
  const LocalMatrix from{{one_by_one, cols}, std::int64_t{1} << 21};
  const LocalMatrix to{{by_64, cols}, std::int64_t{1} << 21};
  const MessagePlan plan = plan_copy(to, 0, from, 0, from.elements(), 0);
  ASSERT_EQ(plan.sends.size(), 1u);
  EXPECT_EQ(plan.sends[0].patches.size(), 1u);
  EXPECT_EQ(plan.sends[0].patches[0].inner, (Combs{{32, 32, 64, 1 << 15}}));
  EXPECT_EQ(plan.sends[0].patches[0].outer, (Combs{{0, 1000, 0, 1}}));
}

TEST(PlanCopy, CountsBeyond32Bits) {
  const std::int64_t n = std::int64_t{1} << 40;
  const LocalMatrix from{{CyclicAxis(n, n / 3, 0, 2), CyclicAxis(1 << 20, 1, 0, 1)}, n};
  const LocalMatrix to{{CyclicAxis(n, n / 5, 1, 2), CyclicAxis(1 << 20, 1000, 0, 1)}, n};
  std::int64_t moved = 0;
  for (int rank = 0; rank < 2; ++rank) {
    const MessagePlan plan = plan_copy(to, 0, from, 0, from.elements(), rank);
    for (const Message& message : plan.sends) moved += message.elements();
    for (const KeptPart& kept : plan.kept) moved += kept.source.elements();
  }
  EXPECT_EQ(moved, std::int64_t{1} << 60);
}

}  // namespace
}  // namespace stencil
