// The expected result of a sweep: a plain loop in the published order of operations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/rtl/support/ports.hpp"

namespace stencil::test {

using Words = std::vector<std::uint64_t>;  // binary64 as bits, rows packed

// Coefficients of five-point sweeps, in the order of their registers.
struct Coefficients {
  double an = 0.21, as = 0.3, aw = 0.17, ae = 0.4, ac = -0.11;
};

// Weights of Jacobi sweeps, or of five-point sweeps, which use beta too.
struct Weights {
  double rdx2 = 0.3, rdy2 = 0.2, beta = 0.9;
  std::optional<Coefficients> five_point = {};
};

// The weight port in the order of job_registers.v: three words, or nine if `wide`, the last of which selects the
// kernel. Unused words are NaN.
template <class Port>
void drive_weights(Port& port, const Weights& weights, bool wide = false) {
  constexpr std::uint64_t no_meaning = 0x7ff4dead00000003;
  const Coefficients c = weights.five_point.value_or(Coefficients());
  const std::array<double, 8> numbers = {weights.rdx2, weights.rdy2, weights.beta, c.an, c.as, c.aw, c.ae, c.ac};
  for (std::size_t word = 0; word < (wide ? numbers.size() : 3); ++word) {
    const bool used = word == 2 || (word < 2) != weights.five_point.has_value();
    set_word(port, word, used ? to_bits(numbers[word]) : no_meaning);
  }
  if (wide) set_word(port, numbers.size(), weights.five_point ? 1 : 0);
}

inline std::uint64_t point(std::uint64_t north, std::uint64_t south, std::uint64_t west, std::uint64_t east,
                           std::uint64_t r, const Weights& weights) {
  constexpr std::uint64_t canonical_nan = 0x7ff8000000000000;
  const double value = ((to_double(north) + to_double(south)) * weights.rdx2 +
                        (to_double(west) + to_double(east)) * weights.rdy2 - to_double(r)) *
                       weights.beta;
  return std::isnan(value) ? canonical_nan : to_bits(value);
}

inline std::uint64_t five_point(std::uint64_t north, std::uint64_t south, std::uint64_t west, std::uint64_t east,
                                std::uint64_t centre, std::uint64_t r, const Coefficients& c, double beta) {
  constexpr std::uint64_t canonical_nan = 0x7ff8000000000000;
  const double rows = c.an * to_double(north) + c.as * to_double(south);
  const double columns = c.aw * to_double(west) + c.ae * to_double(east);
  const double value = (((rows + columns) + c.ac * to_double(centre)) - to_double(r)) * beta;
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
        next[at] = weights.five_point ? five_point(f[at - width], f[at + width], f[at - 1], f[at + 1], f[at], r[at],
                                                   *weights.five_point, weights.beta)
                                      : point(f[at - width], f[at + width], f[at - 1], f[at + 1], r[at], weights);
      }
    f = next;
  }
  return f;
}

// The largest |after - before| of the inner columns of rows [begin, end) without rows 0 and rows - 1; as bits.
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
