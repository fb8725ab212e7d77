// The quiet NaN that all arithmetic of this project produces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#pragma GCC visibility push(default)
namespace stencil {

// The RTL operators return it for every NaN. On x86 sign and payload depend on the order of operands, which the
// compiler chooses, so every computed value goes through canonical_nan before it is stored.
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

// For computed values only; a point that is merely copied keeps its bits.
inline double canonical_nan(double value) {
  return value == value ? value : from_bits(canonical_nan_bits);
}

}  // namespace stencil
#pragma GCC visibility pop
