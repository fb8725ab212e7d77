// The arrays of a strip, and how itstep cuts and sweeps them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/jacobi/block.hpp"
#include "host/jacobi/options.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// A strip as its rank stores it, with its halo rows (VSDA: shadow edges): rows x cols each, packed.
struct StripArrays {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  double* f = nullptr;
  const double* r = nullptr;
};

// Halo rows at the ends of a strip. Its neighbours hold as many of its own rows: those next to its halo rows.
struct RowHalo {
  std::int64_t before = 0;
  std::int64_t after = 0;
};

// Sets the halo rows of all strips before a step, which is counted from 0; the first needs none.
using StepExchange = std::function<void(std::int64_t step)>;

// How a strip is cut into blocks, in which order they move, and the number of sweeps between exchanges of halos.
struct BlockScheme {
  ItstepOptions how;
  std::int64_t portion = 0;   // largest number of rows that a block keeps
  std::int64_t interval = 0;  // sweeps between exchanges
  // Overlapped schedule: cuts a strip into even blocks. Where several strips move one behind another, a block that is
  // larger than its neighbours leaves link and engine idle beside it.
  bool even = false;
  // Of even blocks: the most sweeps of a chain that the device can make (chained_sweeps()). Where it can, a strip that
  // loads no row twice, being skewed or a single block, is cut finer: small blocks leave link and engine less idle
  // beside strips of other heights, and halo rows wait for less. 0: not cut finer.
  std::int64_t chained_sweeps = 0;
};

// The same with another interval: the last one of a run may be shorter.
[[nodiscard]] inline BlockScheme with_interval(BlockScheme scheme, std::int64_t interval) {
  scheme.interval = interval;
  return scheme;
}

// The blocks of a strip whose local part has so many rows, in a step of scheme.interval sweeps: those of plan_blocks(),
// or as many cut evenly, but as many as keep a skewed strip of more than `portion` rows, whose last block may be
// larger, from loading more than `portion` at once. A strip that is cut finer is a chain of skewed blocks of about
// twice the sweeps, or 16 rows where that is more. Throws ArgumentError as plan_blocks().
[[nodiscard]] std::vector<Block> plan_strip(std::int64_t rows, const BlockScheme& scheme);

}  // namespace stencil
#pragma GCC visibility pop
