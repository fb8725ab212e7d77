// The first 18 digits of a binary64 number, correctly rounded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// digits * 10^(exponent - 18), with 10^17 <= digits < 10^18.
struct Decimal18 {
  std::uint64_t digits = 0;
  int exponent = 0;
};

// @pre value is finite and > 0. Ties go to even. One multiplication by a power of ten of 128 bits; what that cannot
// decide (ties, and numbers within 2^-63 of one) goes to std::to_chars, which takes some eight times as long.
Decimal18 decimal18(double value);

// The slow way alone; the same result for every value.
Decimal18 decimal18_exact(double value);

}  // namespace stencil
