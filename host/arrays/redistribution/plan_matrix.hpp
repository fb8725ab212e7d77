// Parts that move between block-cyclic matrices: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/block_cyclic/submatrix.hpp"
#include "host/arrays/exchange/message_plan.hpp"

namespace stencil {

// Adds to what `rank` sends, receives and keeps: the part of the source goes to the one of the same shape whose
// first element is (target_row, target_col) of the target. The job of PDGEMR2D.
// O(blocks of rows + blocks of columns) time for each other process of the grids.
// @pre both parts lie in their matrices
void add_submatrix(MessagePlan& plan, const LocalMatrix& target, std::int64_t target_row, std::int64_t target_col,
                   const LocalMatrix& source, const Submatrix& part, int rank);

}  // namespace stencil
