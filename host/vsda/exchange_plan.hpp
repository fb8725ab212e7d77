// Which elements a rank sends, receives and moves within itself in one operation: pure arithmetic, no MPI (seed 004).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/vsda/layout.hpp"

namespace stencil {

// `count` elements from local number `local` on (shadows included), to or from rank `peer`. Never empty, never oneself.
struct Segment {
  int peer = 0;
  std::int64_t local = 0;
  std::int64_t count = 0;
};

// Elements that stay on the rank, as local numbers in the two arrays.
struct SelfSegment {
  std::int64_t source_local = 0;
  std::int64_t target_local = 0;
  std::int64_t count = 0;
};

// What any kind of distribution reduces an operation to; the traffic code knows nothing else.
// At most one message goes from one rank to another: then MPI's order of messages between two ranks keeps operations
// apart that were begun in the same order everywhere, and no operation needs a tag of its own.
struct ExchangePlan {
  std::vector<Segment> sends;     // from the source array, by rising peer
  std::vector<Segment> receives;  // into the target array, by rising peer
  SelfSegment self;
};

// Edge elements to both neighbours, shadows from both. Nothing with shadow_width 0.
ExchangePlan plan_update(const BlockedLayout& layout, int rank);

// Elements [source_offset, source_offset + count) of one array to [target_offset, target_offset + count) of another.
// @pre both ranges lie in their arrays; both layouts have the same number of ranks
ExchangePlan plan_copy(const BlockedLayout& target, std::int64_t target_offset, const BlockedLayout& source,
                       std::int64_t source_offset, std::int64_t count, int rank);

}  // namespace stencil
