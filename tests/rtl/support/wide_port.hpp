// Ports whose width is a parameter, by their place in a Verilated model, whatever their type: words, the low one first,
// as little-endian machines have them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace stencil::test {

// A port of 64-bit words; or of bits, a few bytes.
struct WidePort {
  void* bits;
};
struct StrobePort {
  void* bits;
  std::size_t bytes;
};

inline void set_word(WidePort& port, std::size_t word, std::uint64_t value) {
  std::memcpy(static_cast<char*>(port.bits) + 8 * word, &value, sizeof value);
}
inline std::uint64_t get_word(const WidePort& port, std::size_t word) {
  std::uint64_t value;
  std::memcpy(&value, static_cast<const char*>(port.bits) + 8 * word, sizeof value);
  return value;
}
inline void drive(StrobePort& port, std::uint64_t value) {
  std::memcpy(port.bits, &value, port.bytes);
}

}  // namespace stencil::test
