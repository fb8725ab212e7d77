// Elements that move between a blocked array and a block-cyclic matrix: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/exchange/message_plan.hpp"
#include "host/vsda/layout.hpp"
#include "host/vsda/local_matrix.hpp"
#include "host/vsda/plan_matrix.hpp"

namespace stencil {

// Elements [first, first + count) of a matrix of m rows, numbered column-major, as at most three rectangles in rising
// order: the rest of a column, whole columns, the beginning of one.  @pre m >= 1, first >= 0
std::vector<Rectangle> rectangles_of(std::int64_t m, std::int64_t first, std::int64_t count);

// What goes which way, seen from both sides; kept parts have the blocked array as their source.
struct MixedPlan {
  std::vector<Message> blocked;  // patches of the blocked array, by peer
  std::vector<Message> cyclic;   // patches of the matrix, by peer
  std::vector<KeptPart> kept;
};

// `count` elements from number blocked_first of the blocked array and from number cyclic_first of the matrix on.
// @pre both ranges lie in their arrays
MixedPlan plan_mixed(const BlockedLayout& blocked, std::int64_t blocked_first, const LocalMatrix& matrix,
                     std::int64_t cyclic_first, std::int64_t count, int rank);

}  // namespace stencil
