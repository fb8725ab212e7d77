// Moves 64-bit words in and out of Verilated data ports of any width.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verilated.h"

namespace stencil::beats {

inline void put(QData& port, std::size_t, std::uint64_t word) {
  port = word;
}
inline std::uint64_t get(const QData& port, std::size_t) {
  return port;
}

template <std::size_t N>
void put(VlWide<N>& port, std::size_t index, std::uint64_t word) {
  port[2 * index] = static_cast<EData>(word);
  port[2 * index + 1] = static_cast<EData>(word >> 32);
}
template <std::size_t N>
std::uint64_t get(const VlWide<N>& port, std::size_t index) {
  return port[2 * index] | static_cast<std::uint64_t>(port[2 * index + 1]) << 32;
}

inline std::uint64_t load_word(const unsigned char* host, std::int64_t word) {
  std::uint64_t value;
  std::memcpy(&value, host + 8 * word, sizeof value);
  return value;
}
inline void store_word(unsigned char* host, std::int64_t word, std::uint64_t value) {
  std::memcpy(host + 8 * word, &value, sizeof value);
}

template <class Port>
constexpr std::int64_t words_of() {
  constexpr std::size_t word_bytes = 8;
  return static_cast<std::int64_t>(sizeof(Port) / word_bytes);
}

}  // namespace stencil::beats
