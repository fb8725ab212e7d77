// How a local portion is cut into blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/jacobi/block.hpp"
#include "host/jacobi/options.hpp"

namespace stencil {

// Blocks of at most `portion` kept rows with niter overlap rows a side (as published). The last but one is shortened
// where the last would be too small to hold its overlap of niter rows; every block but the last keeps at least
// 2*niter + 1 rows. Loaded in all: rows + 2*niter*(blocks - 1).
// Throws ArgumentError unless rows >= 1 and 1 <= niter <= portion/3.
std::vector<Block> plan_overlapped_rows(std::int64_t rows, std::int64_t portion, std::int64_t niter);

// Links of one chain: the first loads portion + niter rows, those in the middle portion rows, each keeps portion rows;
// the last keeps what is left, more than niter and at most portion + niter rows, and loads niter fewer. A portion of
// at most portion + niter rows is one block without links. Loaded in all: rows.
// Throws ArgumentError unless rows >= 1 and 1 <= niter <= portion.
std::vector<Block> plan_skewed(std::int64_t rows, std::int64_t portion, std::int64_t niter);

// Either of the two. Kept rows cover [0, rows), in order.
std::vector<Block> plan_blocks(std::int64_t rows, std::int64_t portion, std::int64_t niter,
                               Blocking blocking = Blocking::overlapped_rows);

// The limit of niter alone, whatever the rows. `name` is what the caller calls it. Throws ArgumentError.
void check_sweeps(const char* name, std::int64_t niter, std::int64_t portion, Blocking blocking);

}  // namespace stencil
