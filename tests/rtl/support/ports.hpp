// Reads and writes Verilated ports of any width as 64-bit words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verilated.h"

namespace stencil::test {

// Ports of up to 64 bits; value must fit.
template <class Port>
void drive(Port& port, std::uint64_t value) {
  port = static_cast<Port>(value);
}

// Word `word` of a port of 64*n bits.
inline void set_word(QData& port, std::size_t, std::uint64_t value) {
  port = value;
}
inline std::uint64_t get_word(const QData& port, std::size_t) {
  return port;
}

template <std::size_t N>
void set_word(VlWide<N>& port, std::size_t word, std::uint64_t value) {
  port[2 * word] = static_cast<EData>(value);
  port[2 * word + 1] = static_cast<EData>(value >> 32);
}

template <std::size_t N>
std::uint64_t get_word(const VlWide<N>& port, std::size_t word) {
  return port[2 * word] | static_cast<std::uint64_t>(port[2 * word + 1]) << 32;
}

inline std::uint64_t to_bits(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline double to_double(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace stencil::test
