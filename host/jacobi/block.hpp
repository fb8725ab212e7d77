// One block of a local part: the rows it loads and the rows it keeps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#pragma GCC visibility push(default)
namespace stencil {

// The block loads rows [first_row - before, first_row + keep + after) of the local part, finishes rows
// [first_row, first_row + keep) and writes those back.
//   Overlapped rows: before and after, 0 or niter, are overlap rows, which the sweeps spoil and the block drops.
//   Skewed: the block is a link of a chain. A link that continues the chain (above) has before = -niter: the block
//   before it loaded its first kept rows, and it only finishes them. A link that is continued (below) has
//   after = niter.
struct Block {
  std::int64_t first_row = 0;
  std::int64_t keep = 0;
  std::int64_t before = 0;
  std::int64_t after = 0;
  bool above = false;
  bool below = false;

  // Rows loaded and swept.
  std::int64_t rows() const { return before + keep + after; }
  std::int64_t first_loaded() const { return first_row - before; }
  // Loaded rows that the block before writes back, and that must be loaded before it does.
  std::int64_t head() const { return std::max<std::int64_t>(before, 0); }
  // First row of the buffer that holds kept rows.
  std::int64_t kept_at() const { return head(); }
  // Rows of a buffer the block needs.
  std::int64_t rows_needed() const { return std::max(rows(), keep); }
};

}  // namespace stencil
#pragma GCC visibility pop
