// Reads and writes Verilated ports of any width as 64-bit words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/device/pins/beats.hpp"

namespace stencil::test {

// Ports of up to 64 bits; value must fit.
template <class Port>
void drive(Port& port, std::uint64_t value) {
  port = static_cast<Port>(value);
}

// Word `word` of a port of 64*n bits.
template <class Port>
void set_word(Port& port, std::size_t word, std::uint64_t value) {
  beats::put(port, word, value);
}
template <class Port>
std::uint64_t get_word(const Port& port, std::size_t word) {
  return beats::get(port, word);
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
