// One block of a local portion: what is loaded and what is kept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace stencil {

// Rows [first_row, first_row + keep) of the local portion are finished by this block and written back; rows
// [first_row - before, first_row + keep + after) are loaded for it.
//   Overlapped rows: before and after are overlap rows, 0 or niter, spoiled by the sweeps and dropped.
//   Skewed: the block is a link of a chain. One that continues the chain (above) has before = -niter: its first kept
//   rows came with the block before it, and are only finished now. One that is continued (below) has after = niter.
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
  // Loaded rows that the block before writes back: they must be loaded before it does.
  std::int64_t head() const { return std::max<std::int64_t>(before, 0); }
  // Where the kept rows lie in the buffer.
  std::int64_t kept_at() const { return head(); }
  // Rows of a buffer the block needs.
  std::int64_t rows_needed() const { return std::max(rows(), keep); }
};

}  // namespace stencil
