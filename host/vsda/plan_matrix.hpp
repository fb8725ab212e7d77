// Rectangles that move between block-cyclic matrices, and between them and blocked arrays: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/exchange/message_plan.hpp"
#include "host/vsda/local_matrix.hpp"

namespace stencil {

// Rows [first_row, first_row + rows) of columns [first_col, first_col + cols).
struct Rectangle {
  std::int64_t first_row = 0;
  std::int64_t first_col = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
};

// Adds to what `rank` sends, receives and keeps: the rectangle of the source goes to the one of the same shape whose
// first element is (target_row, target_col) of the target. The job of PDGEMR2D.
// O(blocks of rows + blocks of columns) time for each other process of the grids.
// @pre both rectangles lie in their matrices
void add_rectangle(MessagePlan& plan, const LocalMatrix& target, std::int64_t target_row, std::int64_t target_col,
                   const LocalMatrix& source, const Rectangle& rectangle, int rank);

}  // namespace stencil
