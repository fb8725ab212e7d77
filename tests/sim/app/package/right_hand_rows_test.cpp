// Rows of r that are left from another block; and programs that keep r, or change some of its rows, and are right.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/right_hand_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace stencil {
namespace {

constexpr std::int64_t cols = 3;

// Rows of 3 words: those of r are all different.
class RightHandCase : public ::testing::Test {
 protected:
  RightHandCase() {
    for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = static_cast<double>(i);
  }
  void load_f(std::int64_t row, std::int64_t rows, std::int64_t from) {
    std::copy_n(f_.begin() + from * cols, rows * cols, device_f_.begin() + row * cols);
    rows_.loaded(Bank::f, row * cols, rows * cols, f_.data() + from * cols, call_++);
  }
  void load_r_at(std::int64_t row, std::int64_t rows, const double* from) {
    std::copy_n(from, rows * cols, device_.begin() + row * cols);
    rows_.loaded(Bank::r, row * cols, rows * cols, from, call_++);
  }
  void load_r(std::int64_t row, std::int64_t rows, std::int64_t from) { load_r_at(row, rows, r_.data() + from * cols); }
  RightHandRows::Rows sweep_all(std::int64_t rows) {
    ++call_;
    return rows_.swept({rows, cols, 1, JacobiWeights{}}, device_f_.data(), device_.data());
  }
  RightHandRows::Found sweep(std::int64_t rows) { return sweep_all(rows).left; }
  void expect_right(std::int64_t rows) {
    const RightHandRows::Rows found = sweep_all(rows);
    EXPECT_EQ(found.left.words, 0) << found.left.text;
    EXPECT_EQ(found.shifted.words, 0) << found.shifted.text;
    EXPECT_EQ(found.twice.words, 0) << found.twice.text;
  }

  RightHandRows rows_;
  std::vector<double> f_ = std::vector<double>(300);
  std::vector<double> r_ = std::vector<double>(300);
  std::vector<double> device_f_ = std::vector<double>(300);
  std::vector<double> device_ = std::vector<double>(300);
  std::int64_t call_ = 0;
};

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

TEST_F(RightHandCase, BlocksWithAllTheirRowsAreRight) {
  for (std::int64_t block = 0; block < 4; ++block) {
    load_r(0, 6, 8 * block);
    load_r(6, 6, 8 * block + 6);
    load_f(0, 12, 8 * block);
    expect_right(12);
  }
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

// Newer values of r, or the same ones, may stand anywhere.
TEST_F(RightHandCase, RowsOfFBesideAnotherLoadOrEqualRowsOfRAreRight) {
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_r(0, 12, 50);
  load_f(0, 12, 8);
  expect_right(12);
  std::fill(r_.begin(), r_.end(), 1.0);
  load_r(0, 12, 0);
  load_f(0, 12, 100);
  expect_right(12);
  load_f(0, 12, 105);
  expect_right(12);
}

TEST_F(RightHandCase, RThatStaysOnTheDeviceIsRight) {
  load_r(0, 12, 0);
  for (std::int64_t block = 0; block < 4; ++block) {
    load_f(0, 12, 12 * block);  // each a plate of its own
    expect_right(12);
  }
}

TEST_F(RightHandCase, SomeRowsOfRBesideAnFThatStaysAreRight) {
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_r(3, 2, 40);
  expect_right(12);
  load_f(0, 2, 60);
  load_r(5, 2, 40);
  expect_right(12);
}

// The same rows again, with a source that moves, from a row of its own.
TEST_F(RightHandCase, SomeRowsOfRBesideTheSameRowsOfFAreRight) {
  load_r(0, 12, 0);
  for (std::int64_t step = 0; step < 4; ++step) {
    load_f(0, 12, 0);
    load_r(step, 1, 40 + step);
    expect_right(12);
  }
}

// f changes places with another array; r is changed where it was.
TEST_F(RightHandCase, TwoArraysThatTakeTurnsAsFAreRight) {
  load_r(0, 12, 0);
  for (std::int64_t step = 0; step < 4; ++step) {
    load_f(0, 12, step % 2 * 40);
    load_r(5, 2, 5);
    expect_right(12);
  }
}

// Rows of r that are all 0 but for a source serve any block.
TEST_F(RightHandCase, RowsThatAreAllTheSameAreRight) {
  std::fill(r_.begin(), r_.begin() + 60 * cols, 0.0);
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_f(0, 12, 8);
  load_r(3, 1, 70);
  expect_right(12);
}

// What would continue the rows is the same as what is there.
TEST_F(RightHandCase, RowsThatTheProgramHasTwiceAreRight) {
  std::copy_n(r_.begin(), 2 * cols, r_.begin() + 8 * cols);
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_f(0, 10, 8);
  load_r(2, 8, 10);
  expect_right(10);
}

TEST_F(RightHandCase, OtherRowsAreForgotten) {
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  rows_.forget();
  load_f(0, 10, 8);
  load_r(2, 8, 10);
  expect_right(10);
}

// Parts of rows say nothing.
TEST_F(RightHandCase, RowsInPartsAreNotFollowed) {
  load_r(0, 12, 0);
  load_f(0, 12, 0);
  expect_right(12);
  load_f(0, 2, 48);
  rows_.loaded(Bank::r, 2 * cols + 1, 4, r_.data(), call_++);
  load_f(2, 8, 50);
  expect_right(10);
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

// Another right-hand side in each step, one behind the other; and one that is packed anew for each block.
TEST_F(RightHandCase, ROfOtherTimesAndInOtherMemoryIsRight) {
  for (const std::int64_t time : {0, 1, 2}) {
    load_r(0, 12, 12 * time);
    load_f(0, 12, 0);
    expect_right(12);
  }
  std::vector<double> packed(30);
  for (const std::int64_t first : {0, 8}) {
    std::copy_n(r_.data() + first * cols, packed.size(), packed.begin());
    load_r_at(0, 10, packed.data());
    load_f(0, 10, 40 + first);
    expect_right(10);
  }
}

// Rows of each block packed in one place, r in its own: the words of f are others, or say nothing.
TEST_F(RightHandCase, RowsOfFThatArePackedForEachBlockAreRight) {
  for (const double step : {1.0, 0.0}) {
    rows_.forget();
    for (const std::int64_t first : {0, 8, 16}) {
      for (std::int64_t word = 0; word < 10 * cols; ++word)
        f_[static_cast<std::size_t>(word)] = step * static_cast<double>(100 * first + word);
      load_r(0, 10, first);
      load_f(0, 10, 0);
      expect_right(10);
    }
  }
}

}  // namespace
}  // namespace stencil
