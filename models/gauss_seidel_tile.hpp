// Golden Gauss-Seidel sweeps over a part of a block that may move from sweep to sweep, in place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// An edge lies at `at` in the first sweep, at + slope*(t-1) in sweep t.
struct GaussSeidelEdge {
  std::int64_t at = 0;
  int slope = 0;  // -1, 0, +1

  std::int64_t in_sweep(std::int64_t t) const { return at + slope * (t - 1); }
};

// What is set in sweep t = 1 .. sweeps of a block of rows x cols: rows [top, bottom), columns [left, right) of that
// sweep; nothing where a pair of edges has crossed.
struct GaussSeidelTile {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t sweeps = 0;
  bool backward = false;
  GaussSeidelEdge top;
  GaussSeidelEdge bottom;
  GaussSeidelEdge left;
  GaussSeidelEdge right;
};

// One sweep after the other over f, rows x cols packed: forward with rows and columns rising, backward with both
// falling, each point becomes
//   ((((north + south) + itself) + west) + east)/5
// of what f holds at that moment, in binary64, one rounding an operation; the operands keep this order in both
// directions. A NaN result is stored as canonical_nan_bits. All other points keep their bits. sweeps may be 0.
// Throws std::invalid_argument, and touches nothing, where rows or cols are below 3, sweeps below 0, a slope none of
// -1, 0, +1, or an edge of some sweep outside [1, rows - 1] or [1, cols - 1].
void gauss_seidel_tile(const GaussSeidelTile& tile, double* f);

}  // namespace stencil
