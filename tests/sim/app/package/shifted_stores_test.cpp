// Blocks of 10 rows with 2 sweeps, stored to another array: in their places, or beside them.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stores/shifted_stores.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace stencil {
namespace {

class ShiftedStoresCase : public ::testing::Test {
 protected:
  static constexpr std::int64_t cols = 4, block_rows = 10, niter = 2;

  // The block from row `first` of f on; keep: its rows from `offset` on go to rows of g from `to` on.
  void block(std::int64_t first, std::int64_t offset, std::int64_t to, std::int64_t keep) {
    stores_.loaded(0, block_rows * cols, f_.data() + first * cols);
    sweep();
    store(offset, to, keep);
  }
  void sweep() { found_ = stores_.swept({block_rows, cols, niter, JacobiWeights{}}); }
  void store(std::int64_t offset, std::int64_t to, std::int64_t keep) {
    stores_.stored(offset * cols, keep * cols, g_.data() + to * cols, calls_++);
  }
  std::int64_t words() {
    found_ = stores_.ended();
    return found_.words;
  }

  ShiftedStores stores_;
  ShiftedStores::Found found_;
  std::int64_t calls_ = 0;
  std::vector<double> f_ = std::vector<double>(40 * cols), g_ = f_;
};

TEST_F(ShiftedStoresCase, OneBlockBehindAnotherIsRight) {
  sweep();
  block(0, 0, 0, 8);
  block(6, 2, 8, 6);
  EXPECT_EQ(found_.words, 0);
  block(8, 6, 14, 4);
  EXPECT_EQ(found_.words, 0);
  EXPECT_EQ(words(), 0);
}

TEST_F(ShiftedStoresCase, RowsOfAnotherOffsetAreTold) {
  sweep();
  block(0, 0, 0, 8);
  block(6, 2, 8, 6);
  block(8, 2, 14, 4);  // rows 10 .. 13 of f, 14 .. 17 belong there
  EXPECT_EQ(words(), 4 * cols);
  EXPECT_EQ(found_.text,
            "rows 2 .. 5 of the block were stored (call 2) behind a row of call 1 that rows 6 .. 9 follow where "
            "f_to_accel loaded them, of which all were never stored: internaloffset = 8, is 24 meant?");
  EXPECT_EQ(words(), 0) << "told once";
}

TEST_F(ShiftedStoresCase, AndRowsTooFarBehind) {
  sweep();
  block(0, 0, 0, 6);
  block(4, 5, 6, 3);  // rows 9 .. 11 of f, 6 .. 8 belong there
  sweep();
  EXPECT_EQ(found_.words, 3 * cols) << "the next sweep ends the block";
}

// As f_from_accel(0, f + 3 * cols, ..) of a block whose first rows are halo rows.
TEST_F(ShiftedStoresCase, RowsGoToWhereOthersCameFrom) {
  stores_.loaded(0, block_rows * cols, f_.data());
  sweep();
  stores_.stored(0, 7 * cols, f_.data() + 3 * cols, 4);
  EXPECT_EQ(words(), 7 * cols) << "of the first sweep too, which says how long rows are";
  EXPECT_EQ(found_.text,
            "rows 0 .. 6 of the block were stored (call 4) to where f_to_accel had loaded rows 3 .. 9 from, of which 3 "
            "were never stored: internaloffset = 0, is 12 meant?");
}

TEST_F(ShiftedStoresCase, RowsMayMoveWithinTheRowsThatTheSweepsSpoil) {
  stores_.loaded(0, block_rows * cols, f_.data());
  sweep();
  stores_.stored(2 * cols, 8 * cols, f_.data() + cols, 4);
  EXPECT_EQ(words(), 0);
}

TEST_F(ShiftedStoresCase, AnotherStoreMayBringThem) {
  sweep();
  block(0, 0, 0, 8);
  block(6, 6, 8, 2);
  store(2, 30, 6);
  EXPECT_EQ(words(), 0);
}

// Two strips with halo rows, whose own rows are stored behind each other.
TEST_F(ShiftedStoresCase, HaloRowsMayBeLeftOut) {
  sweep();
  block(0, 2, 0, 6);
  block(6, 2, 6, 6);
  EXPECT_EQ(words(), 0) << "right behind each other";
  block(10, 2, 12, 6);
  block(20, 2, 18, 6);
  EXPECT_EQ(words(), 0) << "rows 18 .. 21 of f are halo rows, of which the block has none but its first two";
}

TEST_F(ShiftedStoresCase, HaloRowsOfTheBlockItselfMayBeLeftOut) {
  sweep();
  block(10, 2, 12, 6);
  block(18, 2, 18, 6);  // rows 18 and 19 of f follow, and only the sweeps of this block read them
  EXPECT_EQ(words(), 0);
}

TEST_F(ShiftedStoresCase, WholeBlocksMayBeStacked) {
  sweep();
  block(0, 0, 0, 10);
  block(6, 0, 10, 10);
  EXPECT_EQ(words(), 0);
}

TEST_F(ShiftedStoresCase, RowsOfAnotherArrayAreNotKnown) {
  sweep();
  block(0, 0, 0, 8);
  f_.swap(g_);
  std::vector<double> other(40 * cols);
  stores_.loaded(0, block_rows * cols, other.data());
  sweep();
  stores_.stored(2 * cols, 4 * cols, f_.data() + 8 * cols, 9);
  EXPECT_EQ(words(), 0);
}

TEST_F(ShiftedStoresCase, WhatIsForgottenIsNotTold) {
  sweep();
  block(0, 0, 0, 8);
  block(6, 5, 8, 3);
  stores_.forget();
  EXPECT_EQ(words(), 0);
}

}  // namespace
}  // namespace stencil
