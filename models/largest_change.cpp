// SPDX-License-Identifier: Apache-2.0
#include "models/largest_change.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stencil {

void LargestChange::add_row(std::int64_t cols, const double* before, const double* after) {
  // Two independent maxima, since each comparison waits for the one before it.
  std::uint64_t even = bits_;
  std::uint64_t odd = 0;
  const auto magnitude = [&](std::ptrdiff_t j) { return bits_of(canonical_nan(std::fabs(after[j] - before[j]))); };
  std::ptrdiff_t j = 1;
  for (; j < cols - 2; j += 2) {
    even = std::max(even, magnitude(j));
    odd = std::max(odd, magnitude(j + 1));
  }
  if (j < cols - 1) even = std::max(even, magnitude(j));
  bits_ = std::max(even, odd);
}

}  // namespace stencil
