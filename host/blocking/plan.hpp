// How a local portion is cut into blocks that fit the accelerator (seed 000).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/accelerator.hpp"

namespace stencil {

// Rows [first_row, first_row + keep) of the local portion are computed and written back;
// `before` and `after` overlap rows are loaded beside them, spoiled by the sweeps and dropped.
struct Block {
  std::int64_t first_row = 0;
  std::int64_t keep = 0;
  std::int64_t before = 0;  // 0 for the first block, else niter
  std::int64_t after = 0;   // 0 for the last block, else niter

  std::int64_t rows() const { return before + keep + after; }
};

// Blocks of at most `portion` kept rows that cover [0, rows). The last but one is shortened
// where the last would be too small to hold its overlap of niter rows.
// Every block but the last keeps at least 2*niter + 1 rows.
// Throws ArgumentError unless rows >= 1, niter >= 1 and 3*niter <= portion.
std::vector<Block> plan_blocks(std::int64_t rows, std::int64_t portion, std::int64_t niter);

// Refuses, before anything moves, what this device cannot hold or this blocking cannot compute:
// 1 <= stw <= portion/3, 1 <= cols <= max_cols, (portion + 2*stw)*cols <= memory_words.
// The last is the check seed 000 says its program forgot; a local portion of local_rows <= portion rows
// is a single block without overlaps and needs local_rows*cols words only.
// Throws ArgumentError with the value and the allowed range.
void check_blocking(const Capabilities& device, std::int64_t local_rows, std::int64_t cols, std::int64_t portion,
                    std::int64_t stw);

}  // namespace stencil
