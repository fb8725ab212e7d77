// Programs that keep r, or change some of its rows, and are right.
// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/app/package/right_hand/right_hand_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace stencil {
namespace {

TEST_F(RightHandCase, BlocksWithAllTheirRowsAreRight) {
  for (std::int64_t block = 0; block < 4; ++block) {
    load_r(0, 6, 8 * block);
    load_r(6, 6, 8 * block + 6);
    load_f(0, 12, 8 * block);
    expect_right(12);
  }
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

// The two rows of r that are not loaded again equal rows 8 and 9, which belong beside the new f.
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
