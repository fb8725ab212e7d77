// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/element_runs.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

// Checks that the rectangles name every element of the run once, in file order.
void expect_covers(ElementOrder order, std::int64_t m, std::int64_t n, const ElementRun& run) {
  const auto rectangles = rectangles_of(order, m, n, run);
  ASSERT_LE(rectangles.size(), 3u);
  std::int64_t next = 0;
  for (const Submatrix& part : rectangles) {
    const bool by_columns = order == ElementOrder::columns;
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
  for (const ElementOrder order : {ElementOrder::columns, ElementOrder::rows}) {
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
  EXPECT_TRUE(rectangles_of(ElementOrder::columns, 0, 5, {}).empty());
  EXPECT_TRUE(rectangles_of(ElementOrder::rows, 5, 0, {}).empty());
}

}  // namespace
}  // namespace stencil
