// A part of a block that may move from sweep to sweep, as Gauss-Seidel sweeps set it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// An edge lies at `at` in the first sweep, and moves by `slope` rows or columns with each sweep after it.
struct TileEdge {
  std::int64_t at = 0;
  int slope = 0;  // -1, 0, +1

  std::int64_t in_sweep(std::int64_t t) const { return at + slope * (t - 1); }  // t = 1, 2, ...
};

// What is set in sweep t = 1 .. sweeps of a block of rows x cols: rows [top, bottom), columns [left, right) of that
// sweep; nothing where a pair of edges has crossed. Forward: rows and columns rising; backward: both falling.
struct Tile {
  std::int64_t rows = 0;    // >= 3
  std::int64_t cols = 0;    // >= 3
  std::int64_t sweeps = 0;  // >= 0, 0 does nothing
  bool backward = false;
  TileEdge top;  // no sweep sets a point of the outermost rows and columns of the block
  TileEdge bottom;
  TileEdge left;
  TileEdge right;
};

}  // namespace stencil
