// Values for the fields of tests: ordinary ones, and those that arithmetic gets wrong first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

inline Words ordinary_values(std::size_t length_words, Random& random) {
  Words words(length_words);
  for (std::uint64_t& word : words) word = to_bits(random.real(-1.0, 1.0));
  return words;
}

// Subnormals, signed zeros, infinities, quiet and signalling NaN with payloads, huge and tiny numbers.
inline Words odd_values(std::size_t length_words, Random& random) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63, infinite = 0x7ff0000000000000;
  Words words(length_words);
  for (std::uint64_t& word : words) {
    const std::uint64_t any = random.word();
    switch (random.in(0, 11)) {
      case 0:
        word = any & sign;
        break;
      case 1:
        word = (any & sign) | infinite;
        break;
      case 2:
        word = any | infinite | 1;
        break;
      case 3:
      case 4:
        word = any & (sign | 0xfffffffffffff);
        break;
      case 5:
        word = (any & (sign | 0xfffffffffffff)) | 0x7fe0000000000000;
        break;
      case 6:
        word = (any & (sign | 0xfffffffffffff)) | 0x0010000000000000;
        break;
      default:
        word = to_bits(random.real(-1.0, 1.0));
    }
  }
  return words;
}

}  // namespace stencil::test
