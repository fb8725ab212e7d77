// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/other_change.hpp"

#include <fmt/core.h>

#include <cmath>
#include <optional>
#include <vector>

#include "models/formula/exact_binary64.hpp"
#include "models/formula/exact_sweeps.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

struct Point {
  std::int64_t sweep, row, col;
};

// Of `got` with other bits than `right`.
std::string other_bits(std::uint64_t right, std::uint64_t got) {
  constexpr std::uint64_t low_half = 0xffffffff;
  if (got == (right & ~low_half)) return "; its lower half is 0";
  if (got == (right & low_half)) return "; its upper half is 0";
  const std::uint64_t mask = right ^ got;
  if ((mask & (mask - 1)) == 0) return fmt::format("; bit {} of it is flipped", __builtin_ctzll(mask));
  return "";
}

}  // namespace

std::string other_change(const GoldenField& field, const SweepWeights& weights, std::int64_t niter, std::uint64_t right,
                         std::uint64_t got) {
  constexpr std::int64_t most_points = 20'000'000;
  const std::int64_t rows = field.rows(), cols = field.cols();
  std::optional<Point> right_at, got_at;
  std::vector<double> values = field.f();
  for (std::int64_t sweep = 0; sweep < niter && !got_at && (sweep + 1) * rows * cols <= most_points; ++sweep) {
    const std::vector<double> before = values;
    exact_sweeps(rows, cols, values.data(), field.r().data(), weights, 1);
    for (std::int64_t word = 0; word < rows * cols; ++word) {
      const auto at = static_cast<std::size_t>(word);
      const std::uint64_t change = bits_of(std::fabs(exact_sum(values[at], -before[at])));
      if (sweep == 0 && change == right && !right_at) right_at = Point{sweep, word / cols, word % cols};
      if (change == got && !got_at) got_at = Point{sweep, word / cols, word % cols};
    }
  }
  if (got == 0) return "; no point counts";
  if (!got_at) return other_bits(right, got);
  const std::string text = fmt::format("; it is the change of row {}, column {}", got_at->row, got_at->col);
  if (got_at->sweep > 0) return text + fmt::format(" in sweep {}, which is not the first", got_at->sweep);
  return text + (right_at ? fmt::format(", as if row {}, column {} did not count", right_at->row, right_at->col) : "");
}

}  // namespace stencil
