// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/runs.hpp"

#include <gtest/gtest.h>

#include "tests/host/arrays/vsda/random_layout.hpp"

namespace stencil {
namespace {

TEST(OwnedRuns, TellEveryElementOfARankInOrder) {
  test::Random random(test::test_seed());
  for (int round = 0; round < 1000; ++round) {
    const int ranks = static_cast<int>(random(1, 6));
    const ArrayLayout layout = test::random_layout(random, ranks);
    const auto all = test::places(layout);
    for (int rank = 0; rank < ranks; ++rank) {
      const std::int64_t runs = run_count(layout, rank);
      std::int64_t next = 0;
      const auto skip_others = [&] {
        while (next < static_cast<std::int64_t>(all.size()) && all[static_cast<std::size_t>(next)].rank != rank) ++next;
      };
      for (std::int64_t k = 0; k < runs; ++k) {
        const OwnedRun run = owned_run(layout, rank, k);
        ASSERT_LT(run.start, run.finish);
        skip_others();
        ASSERT_EQ(run.start, next);
        for (std::int64_t g = run.start; g < run.finish; ++g) {
          ASSERT_EQ(all[static_cast<std::size_t>(g)].rank, rank);
          ASSERT_EQ(all[static_cast<std::size_t>(g)].local, run.local + g - run.start);
        }
        next = run.finish;
      }
      skip_others();
      ASSERT_EQ(next, static_cast<std::int64_t>(all.size())) << "elements in no run";
    }
  }
}

TEST(OwnedRuns, AreWholeColumnsWhereARankHasAllRows) {
  const LocalMatrix matrix{{CyclicAxis(10, 2, 0, 1), CyclicAxis(6, 2, 0, 2)}, 12};
  EXPECT_EQ(run_count(matrix, 1), 2);
  const OwnedRun run = owned_run(matrix, 1, 1);
  EXPECT_EQ(run.start, 30);
  EXPECT_EQ(run.finish, 40);
  EXPECT_EQ(run.local, 12);
}

}  // namespace
}  // namespace stencil
