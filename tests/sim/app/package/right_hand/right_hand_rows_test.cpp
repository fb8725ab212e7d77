// Rows of r that are left from another block are named.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/right_hand_rows.hpp"
#include "tests/sim/app/package/right_hand/right_hand_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace stencil {
namespace {

// Rows 8 .. 9 of f go in again for the next block, those of r do not.
TEST_F(RightHandCase, RowsThatTheNextBlockLacksAreNamed) {
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_f(0, 2, 8);
  load_r(2, 8, 10);
  load_f(2, 8, 10);
  const RightHandRows::Found found = sweep(10);
  EXPECT_EQ(found.words, 2 * cols);
  EXPECT_EQ(found.text,
            "rows 0 .. 1 of r are left from r_to_accel (call 0), which loaded them beside other rows of f: since the "
            "sweep before f_to_accel (call 3) has loaded those of f, r_to_accel (call 4) only rows 2 .. 9");
}

// Two fields with r of their own take turns. Two that share one may get another without being named.
TEST_F(RightHandCase, RIsToBeLoadedForEachOfTwoFields) {
  for (const bool own : {true, false}) {
    rows_ = {};
    call_ = 0;
    load_r(0, 10, 0);
    load_f(0, 10, 0);
    expect_right(10);
    if (own) load_r(0, 10, 40);
    load_f(0, 10, 40);
    expect_right(10);
    if (!own) load_r(0, 10, 20);
    load_f(0, 10, 0);
    const RightHandRows::Found found = sweep(10);
    EXPECT_EQ(found.words, own ? 8 * cols : 0) << found.text;
    const std::string text =
        "rows 1 .. 8 of the block are swept beside r that r_to_accel (call 3) loaded for other rows of f, and in a "
        "block "
        "before beside what call 0 loaded: was r to be loaded for this block too?";
    EXPECT_EQ(found.text, own ? text : "");
    load_f(0, 10, 40);
    expect_right(10);
  }
}

// Rows 10 .. 11 go in as the old rows 8 .. 9 of the next block, and again as its first new ones.
TEST_F(RightHandCase, RowsThatABlockHasTwiceAreNamed) {
  for (std::size_t i = 0; i < f_.size(); ++i) f_[i] = static_cast<double>(i);
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_f(0, 2, 10);
  load_r(0, 10, 8);
  load_f(2, 8, 10);
  const RightHandRows::Rows found = sweep_all(10);
  EXPECT_EQ(found.twice.words, 2 * cols);
  EXPECT_EQ(found.twice.text,
            "rows 0 .. 1 and rows 2 .. 3 of the block have the same words of f: f_to_accel (call 3) and f_to_accel "
            "(call 5) loaded them from the same rows of the program");
  EXPECT_EQ(found.left.words, 0) << found.left.text;
}

// Rows packed in one place, one after the other: a field of equal rows has them more than twice, another has them once.
TEST_F(RightHandCase, PackedRowsAreNotNamed) {
  load_r(0, 12, 0);
  for (int row = 0; row < 12; ++row) load_f(row, 1, 0);
  expect_right(12);
  for (int row = 0; row < 12; ++row) {
    std::fill_n(f_.begin(), cols, row);
    load_f(row, 1, 0);
  }
  expect_right(12);
}

TEST_F(RightHandCase, RowsOfTheEndAreNamedToo) {
  load_r(0, 10, 0);
  load_f(0, 10, 0);
  expect_right(10);
  load_r(0, 9, 8);
  load_f(0, 10, 8);
  const RightHandRows::Found found = sweep(10);
  EXPECT_EQ(found.words, cols);
  EXPECT_EQ(found.text.substr(0, 20), "row 9 of r is left f") << found.text;
}

// The program copies each block into one place first: only that rows of r are not all the same speaks for a mistake.
TEST_F(RightHandCase, RowsThatWereNeverLoadedAreTakenForOthers) {
  load_r(0, 10, 50);
  load_f(0, 10, 0);
  expect_right(10);
  load_f(0, 10, 8);
  load_r(2, 8, 2);
  EXPECT_EQ(sweep(10).words, 2 * cols);
}

// As where r_to_accel stands before the loop over blocks.
TEST_F(RightHandCase, RowsOfFBesideOtherRowsOfOneLoadOfRAreNamed) {
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_f(0, 12, 8);
  const RightHandRows::Found found = sweep(12);
  EXPECT_EQ(found.words, 2 * cols) << "rows 9 and 10 of f; the outermost are not swept";
  EXPECT_EQ(
      found.text,
      "rows 1 .. 2 of f are swept beside rows 1 .. 2 of what r_to_accel (call 0) loaded, in a block before beside "
      "others of it (row 9 on): was r to be loaded for this block too?");
}

// The block begins two rows before those that it keeps; r does not.
TEST_F(RightHandCase, RowsOfRThatAreShiftedAgainstFAreNamed) {
  for (std::size_t i = 0; i < f_.size(); ++i) f_[i] = static_cast<double>(7 * i);
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_r(0, 10, 10);
  load_f(0, 10, 8);
  const RightHandRows::Rows found = sweep_all(10);
  EXPECT_EQ(found.left.words, 0) << found.left.text;
  // Rows 9 and 10 of f, which the block before has swept beside rows 9 and 10 of r.
  EXPECT_EQ(found.shifted.words, 2 * cols);
  EXPECT_EQ(found.shifted.text,
            "rows 1 .. 2 of the block are swept beside rows of r that lie 2 rows further down in what r_to_accel (call "
            "3) loaded than those that were beside the same rows of f in a block before (call 0): does r begin with "
            "the first row of f in the block?");
}

}  // namespace
}  // namespace stencil
