// A rectangular part of a matrix.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// Rows [row, row + rows) x columns [col, col + cols), 0-based, inside the matrix.
struct Submatrix {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
};

}  // namespace stencil
