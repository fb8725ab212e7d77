// Reads and writes ports whose width is a parameter as 64-bit words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/device/pins/simulation/wide_port.hpp"

// Beside the ports, so that templates of benches find them by their arguments.
namespace stencil {

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

}  // namespace stencil

namespace stencil::test {

using stencil::drive;
using stencil::get_word;
using stencil::set_word;

}  // namespace stencil::test
