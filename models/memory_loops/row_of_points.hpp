// Rows of an operator that is written by hand, as many points side by side as a register holds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/memory_loops/points.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

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

// Operator: has the type Weights, and STENCIL_IN_LOOP static void set_points<count>(const Weights&,
// const Around<count>&, Points<count>::Values& result), which makes the new values of `count` points.
template <class Operator>
struct RowsOfPoints {
  using Weights = typename Operator::Weights;

  template <int count>
  STENCIL_IN_LOOP static void run(const Weights* given, std::ptrdiff_t end, const RowsAt* upper, const RowsAt* lower) {
    if (lower == nullptr)
      set<count>(*given, end, *upper);
    else
      set<count>(*given, end, *upper, *lower);
  }

 private:
  template <int count, class... Rows>
  STENCIL_IN_LOOP static void set(Weights weights, std::ptrdiff_t end, Rows... at) {
    std::ptrdiff_t j = 1;
    for (; j + count <= end; j += count) (set_points<count>(weights, at.from(j)), ...);
    if (j == end) return;
    // The last register sets some points again, to the same values: nothing that it reads has been written.
    if (end > count) return (set_points<count>(weights, at.from(end - count)), ...);
    for (; j < end; ++j) (set_points<1>(weights, at.from(j)), ...);
  }

  // Those from the first column on.
  template <int count>
  STENCIL_IN_LOOP static void set_points(const Weights& weights, const RowsAt& at) {
    Around<count> around;
    typename Points<count>::Values result;
    get(around.north, at.north);
    get(around.south, at.south);
    get(around.west, at.row - 1);
    get(around.east, at.row + 1);
    get(around.centre, at.row);
    get(around.r, at.r);
    Operator::template set_points<count>(weights, around, result);
    put(result, at.out);
  }
};

// set_memory_rows() of such an operator. lower: null, or another row, which reads nothing that `upper` sets.
template <class Operator>
void set_rows_of_points(const typename Operator::Weights& weights, Instructions instructions, std::int64_t cols,
                        const RowsAt* upper, const RowsAt* lower) {
  loop_for<RowsOfPoints<Operator>, const typename Operator::Weights*, std::ptrdiff_t, const RowsAt*, const RowsAt*>(
      instructions)(&weights, cols - 1, upper, lower);
}

}  // namespace stencil
