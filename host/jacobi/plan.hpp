// Cuts a local part into blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/jacobi/block.hpp"
#include "host/jacobi/options.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Blocks of at most `portion` kept rows with niter overlap rows on each side (as published). The last but one is
// shorter where the last would otherwise have fewer than the niter rows of its overlap; every block but the last keeps
// at least 2*niter + 1 rows. The blocks load rows + 2*niter*(blocks - 1) rows in all.
// Throws ArgumentError unless rows >= 1 and 1 <= niter <= portion/3.
[[nodiscard]] std::vector<Block> plan_overlapped_rows(std::int64_t rows, std::int64_t portion, std::int64_t niter);

// Links of one chain. The first loads portion + niter rows, each one in the middle portion rows; all of these keep
// portion rows. The last keeps the remaining rows, more than niter and at most portion + niter, and loads niter fewer.
// A local part of at most portion + niter rows is one block without links. The blocks load `rows` rows in all.
// Throws ArgumentError unless rows >= 1 and 1 <= niter <= portion.
[[nodiscard]] std::vector<Block> plan_skewed(std::int64_t rows, std::int64_t portion, std::int64_t niter);

// Either of the two. Kept rows cover [0, rows), in order.
[[nodiscard]] std::vector<Block> plan_blocks(std::int64_t rows, std::int64_t portion, std::int64_t niter,
                                             Blocking blocking = Blocking::overlapped_rows);

// `count` blocks that take as even times as these limits allow: overlapped rows keep at most `portion` rows each and
// load alike; skewed blocks load at most `portion`, the first one portion + niter, and alike but for the first one,
// which loads 3/4*niter rows more. With count = 1 a single block, whatever its rows.
// @pre count is that of plan_blocks or, with skewed blocks, larger and at most rows/(niter + 1)
[[nodiscard]] std::vector<Block> plan_even(std::int64_t rows, std::int64_t count, std::int64_t portion,
                                           std::int64_t niter, Blocking blocking);

// Throws ArgumentError unless niter fits portion, for any number of rows. `name` is the caller's name of niter.
void check_sweeps(const char* name, std::int64_t niter, std::int64_t portion, Blocking blocking);

}  // namespace stencil
#pragma GCC visibility pop
