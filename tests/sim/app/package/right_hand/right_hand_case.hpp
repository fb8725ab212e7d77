// Programs that load r and f in rows of three columns, sweep, and are asked for rows of r that are left from before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/app/package/checks/right_hand_rows.hpp"

namespace stencil {

inline constexpr std::int64_t cols = 3;

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
  std::vector<double> f_ = std::vector<double>(400);
  std::vector<double> r_ = std::vector<double>(300);
  std::vector<double> device_f_ = std::vector<double>(300);
  std::vector<double> device_ = std::vector<double>(300);
  std::int64_t call_ = 0;
};

}  // namespace stencil
