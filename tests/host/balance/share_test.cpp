// SPDX-License-Identifier: Apache-2.0
#include "host/balance/share.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

TEST(RowsOfShare, AreRoundedHalfUp) {
  EXPECT_EQ(rows_of_share(0.5, 10), 5);
  EXPECT_EQ(rows_of_share(0.5, 11), 6);
  EXPECT_EQ(rows_of_share(0.25, 10), 3);
  EXPECT_EQ(rows_of_share(0.249, 10), 2);
  EXPECT_EQ(rows_of_share(0.05, 10), 1);
  EXPECT_EQ(rows_of_share(0.049, 10), 0);
  EXPECT_EQ(rows_of_share(0.5, 1), 1);
  // The largest share below a half: adding 0.5 would round to 1.
  EXPECT_EQ(rows_of_share(std::nextafter(0.5, 0.0), 1), 0);
}

TEST(RowsOfShare, AreExactAtBothEnds) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t rows : {std::int64_t{0}, std::int64_t{1}, std::int64_t{77}, most - 1, most}) {
    EXPECT_EQ(rows_of_share(0.0, rows), 0);
    EXPECT_EQ(rows_of_share(1.0, rows), rows);
    EXPECT_LE(rows_of_share(std::nextafter(1.0, 0.0), rows), rows);
    EXPECT_GE(rows_of_share(std::nextafter(1.0, 0.0), rows), rows - rows / 1000000);
  }
}

TEST(RowsOfShare, NeverFallWhenTheShareGrows) {
  for (const std::int64_t rows : {1, 2, 3, 10, 101}) {
    std::int64_t before = 0;
    for (int k = 0; k <= 1000; ++k) {
      const std::int64_t now = rows_of_share(k / 1000.0, rows);
      EXPECT_GE(now, before);
      before = now;
    }
    EXPECT_EQ(before, rows);
  }
}

TEST(RowsOfShare, RefuseWhatIsNoShare) {
  EXPECT_EQ(refusal([] { rows_of_share(-0.25, 10); }), "share = -0.25, must be 0 .. 1");
  EXPECT_EQ(refusal([] { rows_of_share(1.5, 10); }), "share = 1.5, must be 0 .. 1");
  EXPECT_EQ(refusal([] { rows_of_share(std::nan(""), 10); }), "share = nan, must be 0 .. 1");
  EXPECT_EQ(refusal([] { rows_of_share(0.5, -1); }), "rows = -1, must be >= 0");
}

}  // namespace
}  // namespace stencil
