// Division of numbers that are mostly small: pure arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// a / b. Many processors divide 32-bit numbers in a fraction of the time of 64-bit ones, and a branch costs little beside
// either.  @pre a >= 0, b >= 1
inline std::int64_t divide(std::int64_t a, std::int64_t b) {
  const auto wide_a = static_cast<std::uint64_t>(a);
  const auto wide_b = static_cast<std::uint64_t>(b);
  if ((wide_a | wide_b) >> 32 == 0) return static_cast<std::uint32_t>(wide_a) / static_cast<std::uint32_t>(wide_b);
  return static_cast<std::int64_t>(wide_a / wide_b);
}

}  // namespace stencil
