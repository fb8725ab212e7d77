// The first 18 digits of a binary64 number, correctly rounded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// The number digits * 10^(exponent - 18), with 10^17 <= digits < 10^18.
struct Decimal18 {
  std::uint64_t digits = 0;
  int exponent = 0;
};

// Rounds ties to even. One multiplication by a 128-bit power of ten; numbers that this cannot decide (ties, and numbers
// within 2^-63 of one) go to std::to_chars, which takes about eight times as long.  @pre value is finite and > 0
Decimal18 decimal18(double value);

// The same result by std::to_chars alone.
Decimal18 decimal18_exact(double value);

}  // namespace stencil
