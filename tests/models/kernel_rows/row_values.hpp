// Values of rows: any bits, everyday values and specials by turns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "models/values/canonical_nan.hpp"

namespace stencil {

inline std::vector<double> row_values(std::int64_t cols, unsigned seed) {
  std::mt19937_64 random(seed);
  const double specials[] = {0.0,
                             -0.0,
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(),
                             from_bits(0xfff0000000000001u),
                             std::numeric_limits<double>::denorm_min()};
  std::vector<double> row(static_cast<std::size_t>(cols));
  for (double& value : row) {
    const std::uint64_t bits = random();
    value = bits % 8 == 0  ? specials[bits / 8 % 6]
            : bits % 8 < 3 ? from_bits(random())
                           : static_cast<double>(bits >> 11) * 0x1p-53;
  }
  return row;
}

inline std::vector<std::uint64_t> words_of(const std::vector<double>& row) {
  std::vector<std::uint64_t> words;
  for (const double value : row) words.push_back(bits_of(value));
  return words;
}

}  // namespace stencil
