// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/file_runs.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

// Every element of the run, once, in file order, at the place the rectangle gives it.
void expect_covers(FileOrder order, std::int64_t m, std::int64_t n, const FileRun& run) {
  const auto rectangles = rectangles_of(order, m, n, run);
  ASSERT_LE(rectangles.size(), 3u);
  std::int64_t next = 0;
  for (const FileRectangle& part : rectangles) {
    ASSERT_EQ(part.offset, next);
    const bool by_columns = order == FileOrder::columns;
    for (std::int64_t line = 0; line < (by_columns ? part.cols : part.rows); ++line) {
      for (std::int64_t along = 0; along < (by_columns ? part.rows : part.cols); ++along) {
        const std::int64_t i = part.row + (by_columns ? along : line);
        const std::int64_t j = part.col + (by_columns ? line : along);
        ASSERT_LT(i, m);
        ASSERT_LT(j, n);
        ASSERT_EQ(by_columns ? j * m + i : i * n + j, run.first + next);
        ++next;
      }
    }
  }
  ASSERT_EQ(next, run.count);
}

TEST(RectanglesOf, CoverEveryRunOfEverySmallMatrix) {
  for (const FileOrder order : {FileOrder::columns, FileOrder::rows}) {
    for (std::int64_t m = 1; m <= 5; ++m) {
      for (std::int64_t n = 1; n <= 5; ++n) {
        for (std::int64_t first = 0; first <= m * n; ++first) {
          for (std::int64_t count = 0; first + count <= m * n; ++count) expect_covers(order, m, n, {first, count});
        }
      }
    }
  }
}

TEST(RectanglesOf, AnEmptyMatrixHasNone) {
  EXPECT_TRUE(rectangles_of(FileOrder::columns, 0, 5, {}).empty());
  EXPECT_TRUE(rectangles_of(FileOrder::rows, 5, 0, {}).empty());
}

TEST(SlabPlan, SharesEverythingOutInOrderAndEvenly) {
  for (std::int64_t values = 0; values <= 40; ++values) {
    for (const int ranks : {1, 2, 3, 7}) {
      for (const std::int64_t limit : {1, 2, 5, 100}) {
        const SlabPlan plan(values, ranks, limit);
        std::int64_t next = 0;
        for (std::int64_t k = 0; k < plan.slabs(); ++k) {
          const auto shares = plan.shares(k);
          for (const FileRun& share : shares) {
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
  const FileRun last = plan.share(plan.slabs() - 1, 1);
  EXPECT_EQ(last.first + last.count, values);
  EXPECT_EQ(SlabPlan(5, 4, INT64_MAX).slabs(), 1);
}

}  // namespace
}  // namespace stencil
