// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/plan_copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "host/vsda/plan_matrix.hpp"
#include "host/vsda/plan_mixed.hpp"
#include "tests/host/exchange/patch_elements.hpp"
#include "tests/host/vsda/random_layout.hpp"

namespace stencil {
namespace {

using test::elements;
using test::Numbers;
using test::Place;
using test::places;
using test::Random;

// What all ranks together move, as (from, source local number) -> (to, target local number).
using Moves = std::map<std::pair<int, std::int64_t>, std::pair<int, std::int64_t>>;

// Messages are matched end to end; a plan that breaks a rule of MessagePlan fails the test.
Moves moves_of(const std::vector<MessagePlan>& plans) {
  Moves moves;
  std::map<std::pair<int, int>, Numbers> sent;
  const auto check = [](const std::vector<Message>& messages, int rank) {
    for (std::size_t i = 0; i < messages.size(); ++i) {
      EXPECT_NE(messages[i].peer, rank) << "a message to oneself";
      EXPECT_GT(messages[i].elements(), 0) << "an empty message";
      if (i > 0) {
        EXPECT_LT(messages[i - 1].peer, messages[i].peer) << "one message a peer, by rising peer";
      }
    }
  };
  for (int rank = 0; rank < static_cast<int>(plans.size()); ++rank) {
    const MessagePlan& plan = plans[static_cast<std::size_t>(rank)];
    check(plan.sends, rank);
    check(plan.receives, rank);
    for (const Message& send : plan.sends) sent[{rank, send.peer}] = elements(send.patches);
    for (const KeptPart& kept : plan.kept) {
      EXPECT_EQ(kept.source.inner_count(), kept.target.inner_count());
      EXPECT_EQ(kept.source.outer_count(), kept.target.outer_count());
      const Numbers from = elements(kept.source);
      const Numbers to = elements(kept.target);
      for (std::size_t i = 0; i < from.size(); ++i) {
        EXPECT_TRUE(moves.emplace(std::pair{rank, from[i]}, std::pair{rank, to[i]}).second) << "moved twice";
      }
    }
  }
  for (int rank = 0; rank < static_cast<int>(plans.size()); ++rank) {
    for (const Message& receive : plans[static_cast<std::size_t>(rank)].receives) {
      const auto message = sent.find({receive.peer, rank});
      if (message == sent.end()) {
        ADD_FAILURE() << "nothing sent from " << receive.peer << " to " << rank;
        continue;
      }
      const Numbers to = elements(receive.patches);
      EXPECT_EQ(message->second.size(), to.size()) << "from " << receive.peer << " to " << rank;
      for (std::size_t i = 0; i < std::min(to.size(), message->second.size()); ++i) {
        EXPECT_TRUE(moves.emplace(std::pair{receive.peer, message->second[i]}, std::pair{rank, to[i]}).second);
      }
      sent.erase(message);
    }
  }
  EXPECT_TRUE(sent.empty()) << "a message nobody receives";
  return moves;
}

// Every plan of every rank against an element-by-element account, for all pairs of kinds.
TEST(PlanCopy, MovesEachElementOnceFromOwnerToOwner) {
  Random random(test::test_seed());
  std::size_t moved = 0;
  for (int round = 0; round < 3000; ++round) {
    const int ranks = static_cast<int>(random(1, 6));
    // Often the same number of rows: then columns lie on columns.
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

TEST(PlanMatrix, MovesRectanglesBetweenAnyTwoMatrices) {
  Random random(test::test_seed());
  std::size_t moved = 0;
  for (int round = 0; round < 2000; ++round) {
    const int ranks = static_cast<int>(random(1, 6));
    const LocalMatrix source = test::random_matrix(random, ranks);
    const LocalMatrix target = test::random_matrix(random, ranks);
    const auto side = [&](const CyclicAxis& a, const CyclicAxis& b) { return random(0, std::min(a.n(), b.n())); };
    Rectangle part;
    part.rows = side(source.layout.rows, target.layout.rows);
    part.cols = side(source.layout.cols, target.layout.cols);
    part.first_row = random(0, source.layout.rows.n() - part.rows);
    part.first_col = random(0, source.layout.cols.n() - part.cols);
    const std::int64_t row = random(0, target.layout.rows.n() - part.rows);
    const std::int64_t col = random(0, target.layout.cols.n() - part.cols);
    std::vector<MessagePlan> plans(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
      add_rectangle(plans[static_cast<std::size_t>(rank)], target, row, col, source, part, rank);
    }
    Moves expected;
    const std::vector<Place> from = places(source);
    const std::vector<Place> to = places(target);
    for (std::int64_t j = 0; j < part.cols; ++j) {
      for (std::int64_t i = 0; i < part.rows; ++i) {
        const Place& a =
            from[static_cast<std::size_t>(part.first_row + i + (part.first_col + j) * source.layout.rows.n())];
        const Place& b = to[static_cast<std::size_t>(row + i + (col + j) * target.layout.rows.n())];
        expected[{a.rank, a.local}] = {b.rank, b.local};
      }
    }
    ASSERT_EQ(moves_of(plans), expected) << "round " << round;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "round " << round;
    moved += expected.size();
  }
  EXPECT_GT(moved, 10000u) << "too few to prove anything";
}

TEST(PlanCopy, OfARegularPatternStaysSmall) {
  // 4 million rows dealt one by one and by 64: as many steps as one kind has blocks, not elements.
  const CyclicAxis one_by_one(std::int64_t{1} << 22, 1, 0, 2);
  const CyclicAxis by_64(std::int64_t{1} << 22, 64, 0, 2);
  const CyclicAxis cols(1000, 64, 0, 1);
  const LocalMatrix from{{one_by_one, cols}, std::int64_t{1} << 21};
  const LocalMatrix to{{by_64, cols}, std::int64_t{1} << 21};
  const MessagePlan plan = plan_copy(to, 0, from, 0, from.elements(), 0);
  ASSERT_EQ(plan.sends.size(), 1u);
  EXPECT_EQ(plan.sends[0].patches.size(), 1u);
  // The last run is not folded in: nothing came behind it.
  EXPECT_EQ(plan.sends[0].patches[0].inner,
            (Combs{{32, 32, 64, (1 << 15) - 1}, {(std::int64_t{1} << 21) - 32, 32, 0, 1}}));
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

TEST(RectanglesOf, AreARangeOfNumbersColumnByColumn) {
  for (std::int64_t m = 1; m <= 5; ++m) {
    for (std::int64_t first = 0; first <= 12; ++first) {
      for (std::int64_t count = 0; count <= 14; ++count) {
        std::int64_t next = first;
        const std::vector<Rectangle> parts = rectangles_of(m, first, count);
        ASSERT_LE(parts.size(), 3u);
        for (const Rectangle& part : parts) {
          for (std::int64_t j = 0; j < part.cols; ++j) {
            for (std::int64_t i = 0; i < part.rows; ++i) {
              ASSERT_EQ(part.first_row + i + (part.first_col + j) * m, next++);
            }
          }
        }
        ASSERT_EQ(next, first + count);
      }
    }
  }
}

}  // namespace
}  // namespace stencil
