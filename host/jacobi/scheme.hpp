// What itstep works on and how: the arrays of a strip, and how they are cut and swept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/jacobi/options.hpp"

namespace stencil {

// A strip as its rank stores it, with its shadows: rows x cols each, packed.
struct StripArrays {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  double* f = nullptr;
  const double* r = nullptr;
};

// How a strip is cut into blocks, how often they are swept before it must hear of its neighbours, and in which order
// they move.
struct BlockScheme {
  ItstepOptions how;
  std::int64_t portion = 0;   // rows that a block keeps, at most
  std::int64_t interval = 0;  // sweeps between exchanges
};

// The same for an interval of other length: the last one of a run may be shorter.
inline BlockScheme with_interval(BlockScheme scheme, std::int64_t interval) {
  scheme.interval = interval;
  return scheme;
}

}  // namespace stencil
