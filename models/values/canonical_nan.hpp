// The one quiet NaN that arithmetic in this project produces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

namespace stencil {

// What the RTL operators return for every NaN. x86 does not: sign and payload depend on operand order,
// which is the compiler's choice, so each computed value goes through canonical_nan before it is stored.
constexpr std::uint64_t canonical_nan_bits = 0x7ff8000000000000u;

inline std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline double from_bits(std::uint64_t bits) {
  double value = 0.0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// For computed values only: a cell that is merely copied keeps its bits.
inline double canonical_nan(double value) {
  return value == value ? value : from_bits(canonical_nan_bits);
}

}  // namespace stencil
