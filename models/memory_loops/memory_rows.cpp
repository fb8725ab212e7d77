// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/memory_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

#include "models/memory_loops/formula_pieces.hpp"
#include "models/memory_loops/points.hpp"
#include "models/memory_loops/row_of_points.hpp"

namespace stencil {
namespace {

template <int count>
STENCIL_IN_LOOP void take_larger(typename Points<count>::Bits& largest, const double* before, const double* after) {
  typename Points<count>::Values old_values, new_values;
  get(old_values, before);
  get(new_values, after);
  typename Points<count>::Values difference = new_values - old_values;
  make_nan_canonical<count>(difference);
  typename Points<count>::Bits magnitude;
  copy_bits(magnitude, difference);
  magnitude &= INT64_MAX;  // without the sign, magnitudes have the order of their bits
  if constexpr (count == 1) {
    largest = std::max(largest, magnitude);
  } else {
    const typename Points<count>::Bits larger = magnitude > largest;
    largest = (larger & magnitude) | (~larger & largest);
  }
}

struct ChangeOfRow {
  template <int count>
  STENCIL_IN_LOOP static void run(std::ptrdiff_t end, const double* before, const double* after, std::int64_t* found) {
    typename Points<count>::Bits each = {};
    std::ptrdiff_t j = 1;
    for (; j + count <= end; j += count) take_larger<count>(each, before + j, after + j);
    std::int64_t largest = 0;
    for (int k = 0; k < count; ++k) largest = std::max<std::int64_t>(largest, each[k]);
    for (; j < end; ++j) take_larger<1>(largest, before + j, after + j);
    *found = largest;
  }
};

}  // namespace

void set_memory_rows(const FormulaWeights& weights, Instructions instructions, std::int64_t cols, const RowsAt* upper,
                     const RowsAt* lower) {
  for (const RowsAt* rows : {upper, lower}) {
    if (rows == nullptr) continue;
    set_row_in_pieces(*weights.formula, weights.numbers.data(), cols, {rows->north, rows->row, rows->south}, rows->r,
                      rows->out, instructions);
  }
}

void memory_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
                double* out, const SweepWeights& weights, Instructions instructions) {
  const RowsAt rows{north, row, south, r, out};
  std::visit([&](const auto& of) { set_memory_rows(of, instructions, cols, &rows, nullptr); }, weights);
}

void memory_rows(std::int64_t cols, const std::array<const double*, 4>& rows, const std::array<const double*, 2>& r,
                 const std::array<double*, 2>& out, const SweepWeights& weights, Instructions instructions) {
  const RowsAt upper{rows[0], rows[1], rows[2], r[0], out[0]}, lower{rows[1], rows[2], rows[3], r[1], out[1]};
  std::visit([&](const auto& of) { set_memory_rows(of, instructions, cols, &upper, &lower); }, weights);
}

std::uint64_t largest_change_of_row(std::int64_t cols, const double* before, const double* after,
                                    Instructions instructions) {
  std::int64_t found = 0;
  loop_for<ChangeOfRow, std::ptrdiff_t, const double*, const double*, std::int64_t*>(instructions)(cols - 1, before,
                                                                                                   after, &found);
  return static_cast<std::uint64_t>(found);
}

}  // namespace stencil
