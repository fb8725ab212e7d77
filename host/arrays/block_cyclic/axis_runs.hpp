// The elements of one process on a dealt axis, run by run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "host/arrays/block_cyclic/axis.hpp"

namespace stencil {

// Calls visit(global, local, length) for each run of consecutive elements of `process` within the global range
// [first, last), by rising number. A run is a block or, at the ends of the range, a part of one. O(runs) time.
// @pre 0 <= first, last <= axis.n(), 0 <= process < axis.procs()
template <typename Visit>
void for_each_run(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last, Visit&& visit) {
  if (first >= last) return;
  // The first block of this process that ends after `first`.
  const std::int64_t begin = axis.block_of(first);
  const std::int64_t turn = axis.owner_of_block(begin);
  std::int64_t block = begin + (process >= turn ? process - turn : axis.procs() - (turn - process));
  while (block < axis.blocks()) {
    const std::int64_t at = block * axis.block();
    if (at >= last) return;
    const std::int64_t from = std::max(at, first);
    const std::int64_t to = std::min(at + axis.block_size(block), last);
    visit(from, axis.local(from), to - from);
    if (axis.procs() > axis.blocks() - block) return;
    block += axis.procs();
  }
}

}  // namespace stencil
