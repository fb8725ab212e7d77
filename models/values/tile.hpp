// A tile of Gauss-Seidel sweeps: a part of a block, which may move from sweep to sweep.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace stencil {

// An edge lies at row or column `at` in the first sweep, and moves by `slope` with each later sweep.
struct TileEdge {
  std::int64_t at = 0;
  int slope = 0;  // -1, 0, +1

  std::int64_t in_sweep(std::int64_t t) const { return at + slope * (t - 1); }  // t = 1, 2, ...
};

// Sweep t = 1 .. sweeps sets, in a block of rows x cols, rows [top, bottom) and columns [left, right) with the edges of
// that sweep; nothing where two edges have crossed. Forward: rows and columns rising; backward: both falling.
struct Tile {
  std::int64_t rows = 0;    // >= 3
  std::int64_t cols = 0;    // >= 3
  std::int64_t sweeps = 0;  // >= 0, 0 does nothing
  bool backward = false;
  TileEdge top;  // all edges: no sweep sets a point of the outermost rows and columns of the block
  TileEdge bottom;
  TileEdge left;
  TileEdge right;
};

}  // namespace stencil
#pragma GCC visibility pop
