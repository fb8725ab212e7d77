// What a sweep must give: a plain loop in the published order of operations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/rtl/support/ports.hpp"

namespace stencil::test {

using Words = std::vector<std::uint64_t>;  // binary64 as bits, rows packed

struct Weights {
  double rdx2 = 0.3, rdy2 = 0.2, beta = 0.9;
};

// A port of weights, as job_registers.v orders them.
template <class Port>
void drive_weights(Port& port, const Weights& weights) {
  set_word(port, 0, to_bits(weights.rdx2));
  set_word(port, 1, to_bits(weights.rdy2));
  set_word(port, 2, to_bits(weights.beta));
}

inline std::uint64_t point(std::uint64_t north, std::uint64_t south, std::uint64_t west, std::uint64_t east,
                           std::uint64_t r, const Weights& weights) {
  constexpr std::uint64_t canonical_nan = 0x7ff8000000000000;
  const double value = ((to_double(north) + to_double(south)) * weights.rdx2 +
                        (to_double(west) + to_double(east)) * weights.rdy2 - to_double(r)) *
                       weights.beta;
  return std::isnan(value) ? canonical_nan : to_bits(value);
}

inline std::uint64_t tile_point(std::uint64_t north, std::uint64_t south, std::uint64_t centre, std::uint64_t west,
                                std::uint64_t east) {
  constexpr std::uint64_t canonical_nan = 0x7ff8000000000000;
  const double value =
      ((((to_double(north) + to_double(south)) + to_double(centre)) + to_double(west)) + to_double(east)) / 5.0;
  return std::isnan(value) ? canonical_nan : to_bits(value);
}

inline Words swept(Words f, const Words& r, std::int64_t rows, std::int64_t cols, std::int64_t niter,
                   const Weights& weights) {
  const auto width = static_cast<std::size_t>(cols);
  Words next = f;
  for (std::int64_t sweep = 0; sweep < niter; ++sweep) {
    for (std::size_t row = 1; row + 1 < static_cast<std::size_t>(rows); ++row)
      for (std::size_t col = 1; col + 1 < width; ++col) {
        const std::size_t at = row * width + col;
        next[at] = point(f[at - width], f[at + width], f[at - 1], f[at + 1], r[at], weights);
      }
    f = next;
  }
  return f;
}

// The largest |after - before| of the inner columns of rows [begin, end), but not of rows 0 and rows - 1; as bits.
inline std::uint64_t largest_change(const Words& before, const Words& after, std::int64_t rows, std::int64_t cols,
                                    std::int64_t begin, std::int64_t end) {
  double largest = 0.0;
  bool nan = false;
  for (std::int64_t row = std::max<std::int64_t>(begin, 1); row < std::min(end, rows - 1); ++row)
    for (std::int64_t col = 1; col < cols - 1; ++col) {
      const auto at = static_cast<std::size_t>(row * cols + col);
      const double difference = std::fabs(to_double(after[at]) - to_double(before[at]));
      nan |= std::isnan(difference);
      largest = std::fmax(largest, difference);
    }
  return nan ? 0x7ff8000000000000 : to_bits(largest);
}

}  // namespace stencil::test
