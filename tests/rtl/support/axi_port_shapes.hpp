// The shapes of the read and write port under test: width of the bus, doubles per buffer, buffers of f.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>

namespace stencil::test {

template <class V, std::size_t Bits, std::size_t MemoryWords, unsigned FBuffers>
struct AxiPortShape {
  using Model = V;
  static constexpr std::size_t words = Bits / 64, memory_words = MemoryWords;
  static constexpr unsigned f_buffers = FBuffers;
};

// The models of one port, by width.
template <class V64, class V128, class V256, class V512>
using AxiPortShapes = ::testing::Types<AxiPortShape<V64, 64, 301, 2>, AxiPortShape<V128, 128, 300, 3>,
                                       AxiPortShape<V256, 256, 1027, 2>, AxiPortShape<V512, 512, 2045, 3>>;

}  // namespace stencil::test
