// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/r_of_one_end.hpp"

#include <algorithm>

namespace stencil {

void ROfOneEnd::loaded(std::int64_t first, std::int64_t words) {
  const auto end = static_cast<std::size_t>(first + words);
  if (end > loaded_.size()) loaded_.resize(end);
  std::fill_n(loaded_.begin() + first, words, true);
}

bool ROfOneEnd::has(std::int64_t first, std::int64_t words) const {
  if (first + words > static_cast<std::int64_t>(loaded_.size())) return false;
  const auto begin = loaded_.begin() + first;
  return std::find(begin, begin + words, false) == begin + words;
}

std::int64_t ROfOneEnd::swept(const SweepCommand& command) {
  const std::int64_t cols = command.cols, last = (command.rows - 1) * cols;
  const bool top = has(0, cols), bottom = has(last, cols);
  if (command.niter == 0 || top == bottom || !has(cols, last - cols)) return 0;
  loaded(top ? last : 0, cols);
  return cols;
}

}  // namespace stencil
