// Plans the move of a part of one block-cyclic matrix to another (ScaLAPACK's PDGEMR2D): pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/block_cyclic/submatrix.hpp"
#include "host/arrays/exchange/message_plan.hpp"

namespace stencil {

// Adds to `plan` the elements that `rank` sends, receives and keeps when `part` of the source moves to the part of the
// same shape of the target whose first element is (target_row, target_col).
// Time and memory follow the periods of the two distributions, not the sizes: see shared_combs(). Throws ArgumentError
// as it does.
// @pre both parts lie in their matrices
void add_submatrix(MessagePlan& plan, const LocalMatrix& target, std::int64_t target_row, std::int64_t target_col,
                   const LocalMatrix& source, const Submatrix& part, int rank);

}  // namespace stencil
