// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/memory_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

#include "models/memory_loops/formula_pieces.hpp"
#include "models/memory_loops/points.hpp"

namespace stencil {
namespace {

// The five rows of a sweep, from the same column on.
struct RowsAt {
  const double* north;
  const double* row;
  const double* south;
  const double* r;
  double* out;

  STENCIL_IN_LOOP RowsAt from(std::ptrdiff_t column) const {
    return {north + column, row + column, south + column, r + column, out + column};
  }
};

template <int count>
STENCIL_IN_LOOP void set_points(const JacobiWeights& weights, const RowsAt& at) {
  typename Points<count>::Values north, south, west, east, r;
  get(north, at.north);
  get(south, at.south);
  get(west, at.row - 1);
  get(east, at.row + 1);
  get(r, at.r);
  const typename Points<count>::Values columns = (north + south) * weights.rdx2;
  const typename Points<count>::Values lines = (west + east) * weights.rdy2;
  typename Points<count>::Values result = ((columns + lines) - r) * weights.beta;
  make_nan_canonical<count>(result);
  put(result, at.out);
}

template <int count>
STENCIL_IN_LOOP void set_points(const FivePointWeights& weights, const RowsAt& at) {
  typename Points<count>::Values north, south, west, east, centre, r;
  get(north, at.north);
  get(south, at.south);
  get(west, at.row - 1);
  get(east, at.row + 1);
  get(centre, at.row);
  get(r, at.r);
  const typename Points<count>::Values columns = north * weights.an + south * weights.as;
  const typename Points<count>::Values lines = west * weights.aw + east * weights.ae;
  typename Points<count>::Values result = (((columns + lines) + centre * weights.ac) - r) * weights.beta;
  make_nan_canonical<count>(result);
  put(result, at.out);
}

struct RowsOfPoints {
  template <int count, class Weights>
  STENCIL_IN_LOOP static void run(const Weights* given, std::ptrdiff_t end, const RowsAt* upper, const RowsAt* lower) {
    if (lower == nullptr)
      set<count>(*given, end, *upper);
    else
      set<count>(*given, end, *upper, *lower);
  }

 private:
  template <int count, class Weights, class... Rows>
  STENCIL_IN_LOOP static void set(Weights weights, std::ptrdiff_t end, Rows... at) {
    std::ptrdiff_t j = 1;
    for (; j + count <= end; j += count) (set_points<count>(weights, at.from(j)), ...);
    if (j == end) return;
    // The last register sets some points again, to the same values: nothing that it reads has been written.
    if (end > count) return (set_points<count>(weights, at.from(end - count)), ...);
    for (; j < end; ++j) (set_points<1>(weights, at.from(j)), ...);
  }
};

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

// lower: null, or another row, which reads nothing that `upper` sets.
template <class Weights>
void rows_of(const Weights& weights, std::int64_t cols, const RowsAt* upper, const RowsAt* lower,
             Instructions instructions) {
  loop_for<RowsOfPoints, const Weights*, std::ptrdiff_t, const RowsAt*, const RowsAt*>(instructions)(&weights, cols - 1,
                                                                                                     upper, lower);
}

void rows_of(const FormulaWeights& weights, std::int64_t cols, const RowsAt* upper, const RowsAt* lower,
             Instructions instructions) {
  for (const RowsAt* rows : {upper, lower}) {
    if (rows == nullptr) continue;
    set_row_in_pieces(*weights.formula, weights.numbers.data(), cols, {rows->north, rows->row, rows->south}, rows->r,
                      rows->out, instructions);
  }
}

}  // namespace

void memory_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
                double* out, const SweepWeights& weights, Instructions instructions) {
  const RowsAt rows{north, row, south, r, out};
  std::visit([&](const auto& of) { rows_of(of, cols, &rows, nullptr, instructions); }, weights);
}

void memory_rows(std::int64_t cols, const std::array<const double*, 4>& rows, const std::array<const double*, 2>& r,
                 const std::array<double*, 2>& out, const SweepWeights& weights, Instructions instructions) {
  const RowsAt upper{rows[0], rows[1], rows[2], r[0], out[0]}, lower{rows[1], rows[2], rows[3], r[1], out[1]};
  std::visit([&](const auto& of) { rows_of(of, cols, &upper, &lower, instructions); }, weights);
}

std::uint64_t largest_change_of_row(std::int64_t cols, const double* before, const double* after,
                                    Instructions instructions) {
  std::int64_t found = 0;
  loop_for<ChangeOfRow, std::ptrdiff_t, const double*, const double*, std::int64_t*>(instructions)(cols - 1, before,
                                                                                                   after, &found);
  return static_cast<std::uint64_t>(found);
}

}  // namespace stencil
