// Plans the messages of a copy: which elements a rank sends, receives and keeps. Pure arithmetic, no MPI (vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/exchange/message_plan.hpp"
#include "host/arrays/vsda/layouts/array_layout.hpp"

namespace stencil {

// Copies elements [source_first, source_first + count) of one array to [target_first, target_first + count) of another.
// Work: blocked to blocked O(messages + log ranks); blocked to matrix or back O(ranks); between matrices as
// add_submatrix() or, where the copy does not take columns to columns, plan_reshape(); with an array in boxes O(rows of
// a box), or more. Throws ArgumentError as they do, and for more than 2^24 pieces on a rank.
// @pre both ranges lie in their arrays; blocked layouts have the same number of ranks
MessagePlan plan_copy(const ArrayLayout& target, std::int64_t target_first, const ArrayLayout& source,
                      std::int64_t source_first, std::int64_t count, int rank);

}  // namespace stencil
