// Finds rows and columns that a C program has exchanged in itstep_accel, by what it moves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <string>

#include "host/device/accelerator.hpp"

namespace stencil {

// Both shapes have as many words, so that nothing is refused. A program moves whole rows: where all its offsets and
// lengths are multiples of mx and not all of my, mx is the length of its rows. One that moves whole blocks alone shows
// nothing.
class SwappedShape {
 public:
  void moved(std::int64_t first, std::int64_t words) { common_ = std::gcd(common_, std::gcd(first, words)); }
  void swept(const SweepCommand& command) {
    is_one_shape_ = is_one_shape_ && (rows_ == 0 || (rows_ == command.rows && cols_ == command.cols));
    rows_ = command.rows;
    cols_ = command.cols;
  }
  // Empty: the shape may be right.
  std::string found() const {
    constexpr std::int64_t fewest_rows = 8;
    const bool is_swapped = is_one_shape_ && rows_ >= fewest_rows && common_ > 0 && common_ % rows_ == 0 &&
                            common_ % cols_ != 0 && rows_ != cols_;
    if (!is_swapped) return "";
    return fmt::format(
        "mx = {}, my = {}, but all that the program loads and stores is a multiple of {} words and not of "
        "{}: are mx, the number of rows, and my, their length, exchanged?",
        rows_, cols_, rows_, cols_);
  }

 private:
  std::int64_t rows_ = 0, cols_ = 0;
  bool is_one_shape_ = true;
  std::int64_t common_ = 0;  // greatest common divisor of all offsets and lengths
};

}  // namespace stencil
