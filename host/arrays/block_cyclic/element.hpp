// Where one element of a block-cyclic matrix lies, in the terms of the manual named in block_cyclic.h, section 6.1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/layout.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// One index, 0-based: the manual's p, m, x - 1 and m*NB + x - 1.
using AxisPlace = CyclicAxis::Place;

// Both indices, and the rank of the process. The manual's triple ((pr, pc), (m, n), (x, y)) is
//   (pr, pc)  row.process, col.process
//   (m, n)    row.block, col.block
//   (x, y)    row.offset + 1, col.offset + 1
struct ElementPlace {
  AxisPlace row;
  AxisPlace col;
  std::int64_t rank = 0;

  // In the column-major local matrix of that rank, 0-based.  @pre check_local_matrix accepts lld on it
  std::int64_t local(std::int64_t lld) const { return row.local + col.local * lld; }
};

// @pre 0 <= i < layout.rows.n(), 0 <= j < layout.cols.n()
[[nodiscard]] inline ElementPlace place_of(const BlockCyclicLayout& layout, std::int64_t i, std::int64_t j) {
  const AxisPlace row = layout.rows.place(i);
  const AxisPlace col = layout.cols.place(j);
  return {row, col, layout.rank_of(row.process, col.process)};
}

// A global element.
struct MatrixIndex {
  std::int64_t i = 0;
  std::int64_t j = 0;
};

// The inverse: the element at (x, y) of a rank's local matrix, 0-based.
// @pre layout.in_grid(rank), 0 <= x < local_rows(rank), 0 <= y < local_cols(rank)
[[nodiscard]] inline MatrixIndex element_at(const BlockCyclicLayout& layout, std::int64_t rank, std::int64_t x,
                                            std::int64_t y) {
  return {layout.rows.global(x, layout.grid_row(rank)), layout.cols.global(y, layout.grid_col(rank))};
}

}  // namespace stencil
#pragma GCC visibility pop
