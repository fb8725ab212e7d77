// A field of 20 rows of 2 columns, cut by hand into two blocks: too few rows beside those that are kept, and enough.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/block_ends.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace stencil {
namespace {

constexpr std::int64_t width = 2;

class BlockEndsCase : public ::testing::Test {
 protected:
  BlockEndsCase() { std::iota(f.begin(), f.end(), 1.0); }

  double* row(std::int64_t number) { return f.data() + number * width; }
  // Rows first .. last as a block of their own; keeps those from `keep` to before `end`. Numbers its calls from 0.
  BlockEnds::Found block(std::int64_t first, std::int64_t last, std::int64_t keep, std::int64_t end,
                         std::int64_t sweeps) {
    const BlockEnds::Found found = ends.loaded(0, (last - first + 1) * width, row(first));
    ends.swept({last - first + 1, width, sweeps, {}}, blocks++);
    for (std::int64_t at = keep; at < end; ++at) *row(at) += 100.0;
    ends.stored((keep - first) * width, (end - keep) * width, row(keep), 7);
    return found;
  }

  std::vector<double> f = std::vector<double>(20 * width);
  BlockEnds ends;
  std::int64_t blocks = 0;
};

TEST_F(BlockEndsCase, ARowTooFewBelowIsFoundWhereItsRowsAreUsed) {
  EXPECT_EQ(block(0, 11, 0, 10, 3).words, 0) << "rows 9 and up need row 12";
  EXPECT_EQ(block(7, 19, 10, 20, 3).words, 0) << "shows only then that the field goes on";
  EXPECT_EQ(block(0, 11, 0, 10, 3).words, width) << "row 9";
  EXPECT_EQ(block(7, 19, 10, 20, 3).words, width) << "row 9, stored anew";
}

TEST_F(BlockEndsCase, TheTextCountsRows) {
  block(0, 11, 0, 10, 3);
  ends.loaded(0, 13 * width, row(7));
  ends.swept({13, width, 3, {}}, 1);
  EXPECT_EQ(
      ends.loaded(0, 12 * width, row(0)).text,
      "row 9 of block 0, stored by f_from_accel (call 7), is loaded again, 2 rows from the block's last row, beyond "
      "which the program has more: 3 sweeps of itstep_accel spoil it, the block needs 3 rows beside the rows that "
      "it keeps");
}

TEST_F(BlockEndsCase, ARowTooFewAboveIsFound) {
  block(0, 12, 0, 10, 3);
  block(8, 19, 10, 20, 3);
  EXPECT_EQ(block(0, 12, 0, 10, 3).words, 1 * width) << "row 10";
  EXPECT_EQ(block(8, 19, 10, 20, 3).words, 0) << "row 10 has been told";
}

TEST_F(BlockEndsCase, EnoughRowsAreRight) {
  for (int step = 0; step < 3; ++step) {
    EXPECT_EQ(block(0, 12, 0, 10, 3).words, 0) << step;
    EXPECT_EQ(block(7, 19, 10, 20, 3).words, 0) << step;
  }
}

// Fields one behind another in memory, each swept by itself: nothing shows that their rows belong together.
TEST_F(BlockEndsCase, FieldsBesideOneAnotherAreRight) {
  for (int step = 0; step < 3; ++step) {
    EXPECT_EQ(block(0, 9, 0, 10, 3).words, 0) << step;
    EXPECT_EQ(block(10, 19, 10, 20, 3).words, 0) << step;
  }
}

TEST_F(BlockEndsCase, RowsThatWereSetAnewAreRight) {
  block(0, 11, 0, 12, 3);
  block(7, 19, 10, 20, 3);
  for (std::int64_t at = 0; at < 20; ++at) *row(at) -= 1.0;
  EXPECT_EQ(block(0, 11, 0, 12, 3).words, 0);
}

}  // namespace
}  // namespace stencil
