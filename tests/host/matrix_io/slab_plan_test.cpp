// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/slab_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "host/matrix_io/file_ranks.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"

namespace stencil {
namespace {

TEST(SlabPlan, SharesEverythingOutInOrderAndEvenly) {
  for (std::int64_t values = 0; values <= 40; ++values) {
    for (const int ranks : {1, 2, 3, 7}) {
      for (const std::int64_t limit : {1, 2, 5, 100}) {
        const SlabPlan plan(values, ranks, limit);
        std::int64_t next = 0;
        for (std::int64_t k = 0; k < plan.slabs(); ++k) {
          const auto shares = plan.shares(k);
          for (const ElementRun& share : shares) {
            EXPECT_EQ(share.first, next);
            EXPECT_LE(share.count, limit);
            EXPECT_LE(share.count - shares.back().count, 1);
            EXPECT_GE(share.count, shares.back().count);
            next += share.count;
          }
        }
        EXPECT_EQ(next, values) << ranks << " ranks, at most " << limit;
      }
    }
  }
}

TEST(SlabPlan, CountsBeyond32Bits) {
  const std::int64_t values = 3'000'000'000'000;
  const SlabPlan plan(values, 2, 1 << 20);
  EXPECT_EQ(plan.slabs(), (values + (1 << 21) - 1) >> 21);
  const ElementRun last = plan.share(plan.slabs() - 1, 1);
  EXPECT_EQ(last.first + last.count, values);
  EXPECT_EQ(SlabPlan(5, 4, INT64_MAX).slabs(), 1);
}

// The most elements that one process owns of any run of this length, counted one by one.
std::int64_t most_owned(const BlockCyclicLayout& layout, const Submatrix& part, ElementOrder order, std::int64_t run) {
  std::vector<std::int64_t> owners;
  for (std::int64_t k = 0; k < part.rows * part.cols; ++k) {
    const bool by_columns = order == ElementOrder::columns;
    const std::int64_t i = by_columns ? k % part.rows : k / part.cols;
    const std::int64_t j = by_columns ? k / part.rows : k % part.cols;
    owners.push_back(layout.owner(part.row + i, part.col + j));
  }
  std::int64_t most = 0;
  for (auto first = owners.begin(); owners.end() - first >= run; ++first) {
    for (std::int64_t rank = 0; rank < layout.grid_size(); ++rank) {
      most = std::max<std::int64_t>(most, std::count(first, first + run, rank));
    }
  }
  return most;
}

TEST(LongestRun, GivesNoProcessMoreThanItsBound) {
  test::Random random(test::test_seed());
  int shortened = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const std::int64_t m = random(1, 17);
    const std::int64_t n = random(1, 17);
    const BlockCyclicLayout layout = test::random_layout(random, m, n, 6);
    Submatrix part;
    part.rows = random(0, m);
    part.cols = random(0, n);
    part.row = random(0, m - part.rows);
    part.col = random(0, n - part.cols);
    const auto order = random(0, 1) == 0 ? ElementOrder::columns : ElementOrder::rows;
    const std::int64_t most = random(1, 60);
    const std::int64_t all = part.rows * part.cols;
    const std::int64_t run = longest_run_owned_within(layout, part, order, most);
    ASSERT_LE(run, all);
    ASSERT_GE(run, std::min(all, most));
    ASSERT_LE(most_owned(layout, part, order, run), most);
    shortened += run < all ? 1 : 0;
  }
  EXPECT_GT(shortened, 50);
}

// The runs grow with the process grid that owns them, not with the ranks: 64 processes with equal numbers of elements.
TEST(LongestRun, GrowsWithTheGrid) {
  const Submatrix part{0, 0, 64'000, 64'000};
  const auto longest = [&](std::int64_t prow, std::int64_t pcol) {
    const BlockCyclicLayout layout{CyclicAxis(part.rows, 64, 0, prow), CyclicAxis(part.cols, 64, 0, pcol)};
    return longest_run_owned_within(layout, part, ElementOrder::columns, 1 << 21);
  };
  EXPECT_EQ(longest(1, 1), 1 << 21);
  EXPECT_GE(longest(64, 1), 60 << 21);
  // In a process grid of one row of 64, one process may own all columns of a run of up to 64 columns of 64000 elements.
  EXPECT_LE(longest(1, 64), 2 << 21);
  const BlockCyclicLayout huge{CyclicAxis(std::int64_t{1} << 31, 1, 0, 1 << 20), CyclicAxis(INT64_C(1) << 31, 1, 0, 1)};
  EXPECT_EQ(longest_run_owned_within(huge, {0, 0, INT64_C(1) << 31, INT64_C(1) << 31}, ElementOrder::columns,
                                     std::int64_t{1} << 60),
            std::int64_t{1} << 62);
}

// One run per rank, each beginning where the one before it ends, for any ranks that take part.
TEST(FileRanks, SpreadLeavesNoGap) {
  for (unsigned set = 1; set < 32; ++set) {
    std::vector<char> seen;
    for (unsigned rank = 0; rank < 5; ++rank) seen.push_back((set >> rank & 1) != 0 ? 1 : 0);
    const FileRanks ranks(seen);
    const SlabPlan plan(100, ranks.count(), 7);
    for (std::int64_t k = 0; k < plan.slabs(); ++k) {
      const std::vector<ElementRun> shares = plan.shares(k);
      const std::vector<ElementRun> runs = ranks.spread(shares);
      ASSERT_EQ(runs.size(), 5u);
      std::int64_t next = shares.front().first;
      for (int rank = 0; rank < 5; ++rank) {
        const ElementRun& run = runs[static_cast<std::size_t>(rank)];
        EXPECT_EQ(run.first, next) << "set " << set << ", slab " << k << ", rank " << rank;
        EXPECT_EQ(run.count, ranks.takes_part(rank) ? plan.share(k, ranks.before(rank)).count : 0);
        next += run.count;
      }
      EXPECT_EQ(next, shares.back().first + shares.back().count);
    }
  }
}

}  // namespace
}  // namespace stencil
