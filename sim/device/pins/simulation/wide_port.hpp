// Ports whose width is a parameter, by their place in a Verilated model, whatever their type: words, the low one first,
// as little-endian machines have them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace stencil {

// A port of 64-bit words; or of bits, a few bytes.
struct WidePort {
  void* bits;
};
struct StrobePort {
  void* bits;
  std::size_t bytes;
};

}  // namespace stencil
