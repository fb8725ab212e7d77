// The elements that one rank holds of a matrix, or one process of an axis, in the order of their numbers: pure
// arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/local_matrix.hpp"

namespace stencil {

// Elements are numbered column by column from 0; an axis is a matrix with one column. Ranges of numbers are looked at
// in units, each made of units of the level below:
//   0  a part of a column in one block of rows. Elements are side by side in the local array, too, so that whole
//      columns that are may belong to it
//   1  a column
//   2  the columns of one block of columns; all of them where one process column has all
//   3  the matrix
// Within a unit the units below are dealt again and again in the same way, every period(level) elements.
// No function overflows for any matrix whose elements have 64-bit numbers.
class RankShare {
 public:
  static constexpr int matrix = 3;

  // @pre 0 <= process < axis.procs()
  RankShare(const CyclicAxis& axis, std::int64_t process)
      : rows_(axis), row_(process), cols_(1, 1, 0, 1), col_(0), lld_(1) {}
  // @pre layout.in_grid(rank)
  RankShare(const LocalMatrix& matrix, int rank)
      : rows_(matrix.layout.rows),
        row_(matrix.layout.grid_row(rank)),
        cols_(matrix.layout.cols),
        col_(matrix.layout.grid_col(rank)),
        lld_(matrix.lld) {}

  // The shares of all processes together.
  static RankShare of_all(const CyclicAxis& axis) { return {axis, any, CyclicAxis(1, 1, 0, 1), any, 1}; }
  static RankShare of_all(const LocalMatrix& matrix) {
    return {matrix.layout.rows, any, matrix.layout.cols, any, matrix.lld};
  }
  bool is_of_all() const { return row_ == any; }
  std::int64_t processes() const { return rows_.procs() * cols_.procs(); }
  // Number of the process that holds the element: its row + its column * process rows.
  std::int64_t process_of(std::int64_t element) const {
    return rows_.owner(row_of(element)) + cols_.owner(col_of(element)) * rows_.procs();
  }

  // The lowest level of a unit that holds the whole range.  @pre count >= 1, the range lies in the matrix
  int level(std::int64_t first, std::int64_t count) const;

  // Elements from this one to the end of its unit.
  std::int64_t left(int level, std::int64_t element) const;
  // Elements of a unit of level 0, 1 or 2 that no edge of the matrix cuts off; 2^63 - 1 where there are more.
  std::int64_t unit(int level) const;
  // 1 for level 0; 2^63 - 1 where there are more.
  std::int64_t period(int level) const;
  // How much higher the local numbers are one period later.
  std::int64_t shift(int level) const;

  // False: the rank holds nothing of the unit of this level that this element lies in.
  bool may_hold(int level, std::int64_t element) const;
  // Elements from this one to the next unit below `level` of which the rank may hold some; 0: it may hold some of this
  // one. May exceed those left.  @pre level >= 1
  std::int64_t to_next_held(int level, std::int64_t element) const;
  // Elements of which there is, on average, one unit below `level` that the rank may hold some of.  @pre level >= 1
  std::int64_t between_held(int level) const { return is_of_all() ? unit(level - 1) : period(level); }

  // @pre may_hold(0, element)
  std::int64_t local(std::int64_t element) const {
    return rows_.local(row_of(element)) + cols_.local(col_of(element)) * lld_;
  }

 private:
  static constexpr std::int64_t any = -1;

  RankShare(const CyclicAxis& rows, std::int64_t row, const CyclicAxis& cols, std::int64_t col, std::int64_t lld)
      : rows_(rows), row_(row), cols_(cols), col_(col), lld_(lld) {}

  // The first column needs no division.
  std::int64_t row_of(std::int64_t element) const { return element < rows_.n() ? element : element % rows_.n(); }
  std::int64_t col_of(std::int64_t element) const { return element < rows_.n() ? 0 : element / rows_.n(); }
  bool is_dense() const { return rows_.procs() == 1 && lld_ == rows_.n(); }

  CyclicAxis rows_;
  std::int64_t row_;
  CyclicAxis cols_;
  std::int64_t col_;
  std::int64_t lld_;
};

}  // namespace stencil
