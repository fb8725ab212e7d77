// Plans the move of elements between block-cyclic matrices of different shapes: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/exchange/message_plan.hpp"

namespace stencil {

// Moves elements [source_first, source_first + count) of one matrix, numbered column-major, to target_first onwards in
// another. For moves that do not take columns to columns (plan_matrix.hpp does those). Time and memory follow the
// periods of the two distributions where they repeat, and otherwise the columns: see shared_combs(). Throws
// ArgumentError as it does.  @pre both ranges lie in their matrices
MessagePlan plan_reshape(const LocalMatrix& target, std::int64_t target_first, const LocalMatrix& source,
                         std::int64_t source_first, std::int64_t count, int rank);

}  // namespace stencil
