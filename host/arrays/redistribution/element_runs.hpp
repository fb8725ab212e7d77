// The elements of a matrix in the order of files and blocked arrays: pure arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/submatrix.hpp"

namespace stencil {

// The elements that follow one another: those of a column (Fortran order), or those of a row (C order).
enum class ElementOrder { columns, rows };

// Elements [first, first + count) in that order.
struct ElementRun {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

// A run of an m x n matrix as at most three rectangles in rising order: the rest of a line, whole lines, the start of
// a line.  @pre 0 <= run.first, run.first + run.count <= m*n
std::vector<Submatrix> rectangles_of(ElementOrder order, std::int64_t m, std::int64_t n, const ElementRun& run);

}  // namespace stencil
