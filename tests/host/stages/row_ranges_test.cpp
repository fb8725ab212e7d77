// SPDX-License-Identifier: Apache-2.0
#include "host/stages/row_ranges.hpp"

#include <gtest/gtest.h>

#include <bitset>

#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

constexpr int most_rows = 40;

std::bitset<most_rows> bits(const RowRanges& rows) {
  std::bitset<most_rows> set;
  for (const RowRange& range : rows.ranges()) {
    for (std::int64_t row = range.first; row < range.last; ++row) set.set(static_cast<std::size_t>(row));
  }
  return set;
}

// Compares with one bit per row, over random sequences of insertions and erasures.
TEST(RowRanges, AreTheSetsTheySay) {
  test::Random random(test::test_seed());
  for (int program = 0; program < 400; ++program) {
    RowRanges rows;
    std::bitset<most_rows> expected;
    for (int step = 0; step < 25; ++step) {
      const RowRange range{random(0, most_rows), random(0, most_rows)};
      const bool insert = random(0, 1) == 1;
      insert ? rows.insert(range) : rows.erase(range);
      for (std::int64_t row = range.first; row < range.last; ++row) expected.set(static_cast<std::size_t>(row), insert);
      ASSERT_EQ(bits(rows), expected) << describe(rows);
      ASSERT_EQ(rows.rows(), static_cast<std::int64_t>(expected.count()));
      for (std::size_t i = 1; i < rows.ranges().size(); ++i) {
        ASSERT_LT(rows.ranges()[i - 1].last, rows.ranges()[i].first) << "ranges that touch are one";
      }

      const RowRange asked{random(0, most_rows), random(0, most_rows)};
      std::bitset<most_rows> missing;
      std::bitset<most_rows> present;
      std::int64_t before = asked.first - 1;
      rows.for_each_missing(asked, [&](const RowRange& part) {
        EXPECT_GT(part.first, before);
        EXPECT_FALSE(part.empty());
        before = part.last;
        for (std::int64_t row = part.first; row < part.last; ++row) missing.set(static_cast<std::size_t>(row));
      });
      rows.for_each_present(asked, [&](const RowRange& part) {
        EXPECT_FALSE(part.empty());
        for (std::int64_t row = part.first; row < part.last; ++row) present.set(static_cast<std::size_t>(row));
      });
      std::bitset<most_rows> mask;
      for (std::int64_t row = asked.first; row < asked.last; ++row) mask.set(static_cast<std::size_t>(row));
      ASSERT_EQ(missing, mask & ~expected);
      ASSERT_EQ(present, mask & expected);
      ASSERT_EQ(rows.contains(asked), (mask & ~expected).none());
    }
  }
}

TEST(RowRanges, AreDescribedForPeople) {
  RowRanges rows;
  EXPECT_EQ(describe(rows), "none");
  rows.insert({7, 9});
  rows.insert({0, 3});
  EXPECT_EQ(describe(rows), "[0, 3) [7, 9)");
}

}  // namespace
}  // namespace stencil
