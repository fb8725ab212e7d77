// What a copy sends, receives and keeps on a rank: pure arithmetic, no MPI (seed 004).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/vsda/layout.hpp"
#include "host/vsda/segment.hpp"

namespace stencil {

// Elements [source_offset, source_offset + count) of one array to [target_offset, target_offset + count) of another.
// @pre both ranges lie in their arrays; both layouts have the same number of ranks
ExchangePlan plan_copy(const BlockedLayout& target, std::int64_t target_offset, const BlockedLayout& source,
                       std::int64_t source_offset, std::int64_t count, int rank);

}  // namespace stencil
