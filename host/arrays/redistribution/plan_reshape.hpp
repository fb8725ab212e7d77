// Elements that move between block-cyclic matrices which number them differently: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/exchange/message_plan.hpp"

namespace stencil {

// Elements [source_first, source_first + count) of one matrix, numbered column-major, to [target_first, ...) of
// another. For matrices whose columns do not come to lie on columns; time and memory grow with the runs of consecutive
// elements, some count / block of them.  @pre both ranges lie in their matrices
MessagePlan plan_reshape(const LocalMatrix& target, std::int64_t target_first, const LocalMatrix& source,
                         std::int64_t source_first, std::int64_t count, int rank);

}  // namespace stencil
