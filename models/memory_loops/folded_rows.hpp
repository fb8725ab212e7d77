// Rows folded into as many parts as a register holds points, the parts side by side: the points before and after those
// of a register are two registers of their own, and every load is aligned.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/memory_loops/points.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// The inner columns of a row, and behind them the last one, which never changes, in `parts` parts of `length` columns:
// column 1 + part * length + k is word k * parts + part. Places behind the last column hold values of no use.
struct Folding {
  std::int64_t cols;
  std::int64_t parts;
  std::int64_t length;  // registers of a row
  Instructions instructions;

  std::int64_t word_of(std::int64_t column) const { return (column - 1) % length * parts + (column - 1) / length; }
  // Words that a row takes, with the register behind it (FoldedRows).
  std::int64_t words() const { return (length + 1) * parts; }
};

// Points in a register.
std::int64_t points_of(Instructions instructions);
Folding fold(std::int64_t cols, Instructions instructions);

void fold_row(const Folding& folding, const double* row, double* folded);
// Sets the inner columns of a row.
void unfold_row(const Folding& folding, const double* folded, double* row);

// Neighbouring rows, folded. Each has a register more, which its own sweep sets.
struct FoldedRows {
  std::ptrdiff_t count;
  double* first;
  const double* r;       // of the first one, folded
  std::ptrdiff_t pitch;  // words from one row, of both, to the next
  const double* north;   // the row before the first one
  const double* south;   // and behind the last one
  double* kept;          // gets the last of them as it was; may be `north`
  std::ptrdiff_t length;
  const double* borders;       // of the first row: its first column and its last one; those of the others follow
  std::ptrdiff_t last_column;  // its word
};

// Sweeps the rows in their places, bit by bit as memory_row() (models/memory_loops/memory_rows.hpp). Returns whether
// the operator has such a loop; without rows it does no more.
bool set_folded_rows(const JacobiWeights& weights, Instructions instructions, const FoldedRows& rows);
bool set_folded_rows(const FivePointWeights& weights, Instructions instructions, const FoldedRows& rows);
bool set_folded_rows(const FormulaWeights& weights, Instructions instructions, const FoldedRows& rows);

// Operator: as of RowsOfPoints (models/memory_loops/row_of_points.hpp).
template <class Operator>
struct LoopOfFoldedRows {
  using Weights = typename Operator::Weights;

  template <int count>
  STENCIL_IN_LOOP static void run(const Weights* given, const FoldedRows* rows) {
    constexpr int together = count == 8 ? 4 : 2;  // of 32 registers, of 16
    const Weights weights = *given;
    std::ptrdiff_t row = 0;
    for (; row + together <= rows->count; row += together) set<count, together>(weights, *rows, row);
    for (; row < rows->count; ++row) set<count, 1>(weights, *rows, row);
  }

 private:
  template <int count, int rows>
  STENCIL_IN_LOOP static void set(const Weights& weights, const FoldedRows& all, std::ptrdiff_t row_number) {
    using Values = typename Points<count>::Values;
    const std::ptrdiff_t pitch = all.pitch;
    double* const first = all.first + row_number * pitch;
    double* const end = first + all.length * count;
    const double* const borders = all.borders + 2 * row_number;
    Values before[rows], row[rows], after[rows];
    for (int k = 0; k < rows; ++k) {
      // The first column of a part follows the last one of the part before.
      get(before[k], end + k * pitch - count - 1);
      before[k][0] = borders[2 * k];
      get(row[k], first + k * pitch);
      get(after[k], first + k * pitch + 1);
      put(after[k], end + k * pitch);
    }
    const double *north = row_number == 0 ? all.north : all.kept, *r = all.r + row_number * pitch;
    const double* south = row_number + rows == all.count ? all.south : first + rows * pitch;
    double *to = first, *kept = all.kept;
    for (; to != end; to += count, north += count, south += count, r += count, kept += count) {
      Around<count> around;
      Values above, below, result;
      get(above, north);
      get(below, south);
      for (int k = 0; k < rows; ++k) get(after[k], to + k * pitch + count);
      put(row[rows - 1], kept);
      for (int k = 0; k < rows; ++k) {
        get(around.r, r + k * pitch);
        around.north = k == 0 ? above : row[k - 1];
        around.south = k + 1 == rows ? below : row[k + 1];
        around.west = before[k];
        around.centre = row[k];
        around.east = after[k];
        Operator::template set_points<count>(weights, around, result);
        put(result, to + k * pitch);
      }
      for (int k = 0; k < rows; ++k) {
        before[k] = row[k];
        row[k] = after[k];
      }
    }
    for (int k = 0; k < rows; ++k) first[k * pitch + all.last_column] = borders[2 * k + 1];
  }
};

// set_folded_rows() of such an operator.
template <class Operator>
bool set_rows_of_folded_points(const typename Operator::Weights& weights, Instructions instructions,
                               const FoldedRows& rows) {
  if (rows.count > 0)
    loop_for<LoopOfFoldedRows<Operator>, const typename Operator::Weights*, const FoldedRows*>(instructions)(&weights,
                                                                                                             &rows);
  return true;
}

}  // namespace stencil
