// Plans the messages of a copy: which elements a rank sends, receives and keeps. Pure arithmetic, no MPI (vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/exchange/message_plan.hpp"
#include "host/arrays/vsda/layouts/array_layout.hpp"

namespace stencil {

// Copies elements [source_first, source_first + count) of one array to [target_first, target_first + count) of another.
// Work: blocked to blocked O(messages + log ranks); with a matrix O(its blocks + ranks); between matrices, where the
// copy does not take columns to columns, O(runs of consecutive elements).
// @pre both ranges lie in their arrays; blocked layouts have the same number of ranks
MessagePlan plan_copy(const ArrayLayout& target, std::int64_t target_first, const ArrayLayout& source,
                      std::int64_t source_first, std::int64_t count, int rank);

}  // namespace stencil
