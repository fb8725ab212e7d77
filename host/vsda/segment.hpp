// Runs of elements of a block-distributed array that one operation moves: pure data (seed 004).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

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

}  // namespace stencil
