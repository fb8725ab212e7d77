// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/strips/strips.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "host/arrays/strips/halo_plan.hpp"
#include "host/base/errors.hpp"
#include "tests/host/arrays/exchange/patch_elements.hpp"
#include "tests/host/support/seed.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::Random;

TEST(Strips, AreDealtRoundTheRanks) {
  const Strips strips = Strips::cyclic(47, 5, 3, 4);
  ASSERT_EQ(strips.all().size(), 10u);
  for (std::int64_t k = 0; k < 10; ++k) {
    EXPECT_EQ(strips[k].number, k);
    EXPECT_EQ(strips[k].rank, k % 3);
    EXPECT_EQ(strips[k].first_row, 5 * k);
    EXPECT_EQ(strips[k].owned, k == 9 ? 2 : 5);
    EXPECT_EQ(strips[k].before, k == 0 ? 0 : 4);
    EXPECT_EQ(strips[k].after, k == 9 ? 0 : k == 8 ? 2 : 4) << "the field ends there";
  }
  EXPECT_EQ(strips.of(0), (std::vector<std::int64_t>{0, 3, 6, 9}));
  EXPECT_EQ(strips[3].at, 9);
  EXPECT_EQ(strips[6].at, 22);
  EXPECT_EQ(strips.local_rows(0), 9 + 13 + 13 + 6);
  EXPECT_EQ(strips.rows(), 47);
  for (std::int64_t row = 0; row < 47; ++row) EXPECT_EQ(strips.at_row(row).number, row / 5);
}

TEST(Strips, LeaveRanksEmptyWhereThereAreFewer) {
  const Strips strips = Strips::cyclic(9, 4, 5, 2);
  EXPECT_EQ(strips.all().size(), 3u);
  EXPECT_TRUE(strips.of(3).empty());
  EXPECT_EQ(strips.local_rows(4), 0);
}

TEST(Strips, BlockedAreOnePerRank) {
  const Strips strips = Strips::blocked({6, 4, 5}, 3);
  ASSERT_EQ(strips.all().size(), 3u);
  EXPECT_EQ(strips[1].rank, 1);
  EXPECT_EQ(strips[1].first_row, 6);
  EXPECT_EQ(strips[1].before, 3);
  EXPECT_EQ(strips[1].after, 3);
  EXPECT_EQ(strips[1].at, 0);
}

using test::refusal;

TEST(Strips, RefuseFewerRowsThanAHaloNeeds) {
  EXPECT_EQ(refusal([] { Strips::cyclic(20, 3, 2, 4); }), "rows of a strip = 3, must be 4 .. 20 (rows of the field)");
  EXPECT_EQ(refusal([] { Strips::cyclic(20, 21, 2, 4); }), "rows of a strip = 21, must be 4 .. 20 (rows of the field)");
  EXPECT_EQ(refusal([] { Strips::cyclic(0, 1, 2, 0); }), "rows = 0, must be >= 1");
  EXPECT_EQ(refusal([] { Strips::cyclic(5, 1, 0, 0); }), "ranks = 0, must be >= 1");
  EXPECT_EQ(refusal([] { Strips::cyclic(5, 1, 1, -1); }), "halo = -1, must be >= 0");
  EXPECT_EQ(refusal([] { Strips::blocked({5, 3, 5}, 4); }), "rows of rank 1 = 3, must be >= 4");
  EXPECT_EQ(refusal([] { Strips::blocked({}, 4); }), "ranks = 0, must be >= 1");
  EXPECT_EQ(refusal([] { Strips::blocked({3}, 4); }), "accepted") << "one rank sees no neighbour";
}

// Checks every rank's memory row by row: the plan writes each halo row once, with the row of the field it copies, from
// that row's owner.
void expect_every_halo(const Strips& strips) {
  const auto global = [&](int rank, std::int64_t local) {
    for (const std::int64_t k : strips.of(rank)) {
      const Strip& strip = strips[k];
      if (local >= strip.at && local < strip.at + strip.local_rows()) return strip.first_local() + local - strip.at;
    }
    ADD_FAILURE() << "row " << local << " of rank " << rank << " belongs to no strip";
    return std::int64_t{-1};
  };
  const auto owned = [&](int rank, std::int64_t local) {
    for (const std::int64_t k : strips.of(rank)) {
      const Strip& strip = strips[k];
      const std::int64_t row = local - strip.at - strip.before;
      if (row >= 0 && row < strip.owned) return true;
    }
    return false;
  };
  std::map<std::pair<int, int>, test::Numbers> sent;
  std::vector<std::vector<std::int64_t>> written(static_cast<std::size_t>(strips.ranks()));
  for (int rank = 0; rank < strips.ranks(); ++rank) {
    const MessagePlan plan = plan_halos(strips, rank);
    for (const Message& send : plan.sends) {
      for (const std::int64_t local : test::elements(send.patches)) {
        EXPECT_TRUE(owned(rank, local));
        sent[{rank, send.peer}].push_back(global(rank, local));
      }
    }
    for (const KeptPart& kept : plan.kept) {
      const test::Numbers from = test::elements(kept.source);
      const test::Numbers to = test::elements(kept.target);
      ASSERT_EQ(from.size(), to.size());
      for (std::size_t i = 0; i < from.size(); ++i) {
        EXPECT_TRUE(owned(rank, from[i]));
        EXPECT_EQ(global(rank, from[i]), global(rank, to[i]));
        written[static_cast<std::size_t>(rank)].push_back(to[i]);
      }
    }
  }
  for (int rank = 0; rank < strips.ranks(); ++rank) {
    auto& mine = written[static_cast<std::size_t>(rank)];
    for (const Message& receive : plan_halos(strips, rank).receives) {
      const test::Numbers& rows = sent[{receive.peer, rank}];
      const test::Numbers to = test::elements(receive.patches);
      ASSERT_EQ(rows.size(), to.size());
      for (std::size_t i = 0; i < to.size(); ++i) {
        EXPECT_EQ(global(rank, to[i]), rows[i]);
        mine.push_back(to[i]);
      }
      sent.erase({receive.peer, rank});
    }
    std::vector<std::int64_t> halos;
    for (std::int64_t local = 0; local < strips.local_rows(rank); ++local) {
      if (!owned(rank, local)) halos.push_back(local);
    }
    std::sort(mine.begin(), mine.end());
    EXPECT_EQ(mine, halos);
  }
  EXPECT_TRUE(sent.empty()) << "a message that no rank receives";
}

TEST(PlanHalos, FillsEveryHaloRowFromItsOwner) {
  Random random(test::test_seed());
  for (int round = 0; round < 500; ++round) {
    const std::int64_t rows = random(1, 40);
    const std::int64_t strip_rows = random(1, rows);
    const std::int64_t halo = random(0, strip_rows);
    expect_every_halo(Strips::cyclic(rows, strip_rows, static_cast<int>(random(1, 6)), halo));
    ASSERT_FALSE(::testing::Test::HasFailure()) << rows << " rows in strips of " << strip_rows << ", halo " << halo;
  }
}

TEST(PlanHalos, FillsThoseBetweenLocalParts) {
  expect_every_halo(Strips::blocked({6, 4, 5}, 3));
  expect_every_halo(Strips::blocked({6}, 3));
}

TEST(PlanHalos, IsOneMessagePerPairOfRanks) {
  // Two ranks, a thousand strips of 10 rows: one message each way.
  const MessagePlan plan = plan_halos(Strips::cyclic(10000, 10, 2, 3), 0);
  ASSERT_EQ(plan.sends.size(), 1u);
  EXPECT_EQ(plan.sends[0].elements(), 3 * 999);
  EXPECT_TRUE(plan.kept.empty());
}

}  // namespace
}  // namespace stencil
