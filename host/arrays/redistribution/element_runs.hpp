// The elements of a matrix one after another, as files and blocked arrays have them: pure arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/submatrix.hpp"

namespace stencil {

// Which elements are neighbours: those of a column (Fortran order), or those of a row (C order).
enum class ElementOrder { columns, rows };

// Elements [first, first + count) in that order.
struct ElementRun {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

// A run of an m x n matrix as at most three parts in rising order: the rest of a line, whole lines, the beginning of
// one.  @pre 0 <= run.first, run.first + run.count <= m*n
std::vector<Submatrix> rectangles_of(ElementOrder order, std::int64_t m, std::int64_t n, const ElementRun& run);

}  // namespace stencil
