// Frames as the processing elements see them: packed rows cut into beats, with tags and depth.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

constexpr std::size_t most_lanes = 4;

struct FrameBeat {
  std::array<std::uint64_t, most_lanes> f{}, r{};
  unsigned edge = 0;      // {first row, last row, first beat, last beat}
  std::size_t lanes = 0;  // number of lanes that hold columns
};

struct Frame {
  std::int64_t rows, cols, depth;
  Words f, r;

  static Frame random(std::int64_t rows, std::int64_t cols, std::int64_t depth, Random& random) {
    const auto words = static_cast<std::size_t>(rows * cols);
    return {rows, cols, depth, ordinary_values(words, random), ordinary_values(words, random)};
  }
  static std::size_t row_beats(std::int64_t cols, std::size_t lanes) {
    return (static_cast<std::size_t>(cols) + lanes - 1) / lanes;
  }

  // Lanes past the last column hold values that no result may depend on.
  std::vector<FrameBeat> beats(std::size_t lanes) const {
    const auto width = static_cast<std::size_t>(cols);
    const std::size_t in_row = row_beats(cols, lanes);
    std::vector<FrameBeat> result;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row)
      for (std::size_t beat = 0; beat < in_row; ++beat) {
        FrameBeat out;
        out.f.fill(0x7ff4dead00000001);
        out.r.fill(0x7ff4dead00000002);
        for (std::size_t lane = 0; lane < lanes && beat * lanes + lane < width; ++lane) {
          out.f[lane] = f[row * width + beat * lanes + lane];
          out.r[lane] = r[row * width + beat * lanes + lane];
          ++out.lanes;
        }
        out.edge = (row == 0 ? 8u : 0u) | (row + 1 == static_cast<std::size_t>(rows) ? 4u : 0u) |
                   (beat == 0 ? 2u : 0u) | (beat + 1 == in_row ? 1u : 0u);
        result.push_back(out);
      }
    return result;
  }

  Frame after(std::int64_t sweeps, const Weights& weights) const {
    return {rows, cols, depth - sweeps, swept(f, r, rows, cols, sweeps, weights), r};
  }
};

}  // namespace stencil::test
