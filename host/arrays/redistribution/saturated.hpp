// Sums and products of numbers >= 0 that stop at the greatest 64-bit number.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

namespace stencil {

inline std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return a > most - b ? most : a + b;
}

inline std::int64_t saturated_product(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return b != 0 && a > most / b ? most : a * b;
}

// The least common multiple, or a number above `most` where that is above it, too.  @pre a, b >= 1
inline std::int64_t lcm_up_to(std::int64_t most, std::int64_t a, std::int64_t b) {
  const std::int64_t larger = std::max(a, b);
  if (larger > most) return larger;  // no division
  return saturated_product(a / std::gcd(a, b), b);
}

}  // namespace stencil
