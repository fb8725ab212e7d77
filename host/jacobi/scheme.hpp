// The arrays of a strip, and how itstep cuts and sweeps them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

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

// How a strip is cut into blocks, in which order they move, and the number of sweeps between exchanges of halos.
struct BlockScheme {
  ItstepOptions how;
  std::int64_t portion = 0;   // largest number of rows that a block keeps
  std::int64_t interval = 0;  // sweeps between exchanges
};

// The same with another interval: the last one of a run may be shorter.
[[nodiscard]] inline BlockScheme with_interval(BlockScheme scheme, std::int64_t interval) {
  scheme.interval = interval;
  return scheme;
}

}  // namespace stencil
#pragma GCC visibility pop
