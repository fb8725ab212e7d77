// The points of a field that a tile sets, sweep by sweep.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/values/tile.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Points [first, last) of one dimension.
struct PointRange {
  std::int64_t first = 0;
  std::int64_t last = 0;

  std::int64_t count() const { return last - first; }
};

inline bool operator==(const PointRange& a, const PointRange& b) {
  return a.first == b.first && a.last == b.last;
}

// Both edges of a tile in one dimension: its points in sweep t, and those of sweeps 1 .. sweeps together.
struct EdgePair {
  TileEdge low;
  TileEdge high;

  PointRange in_sweep(std::int64_t t) const { return {low.in_sweep(t), high.in_sweep(t)}; }
  PointRange over(std::int64_t sweeps) const {
    return {std::min(low.at, low.in_sweep(sweeps)), std::max(high.at, high.in_sweep(sweeps))};
  }
};

// Sweeps 1 .. sweeps of a tile over a field: sweep t sets rows.in_sweep(t) x cols.in_sweep(t), as in TileCommand.
struct TileWindow {
  std::int64_t sweeps = 0;
  bool backward = false;
  EdgePair rows;
  EdgePair cols;

  // Number of updates of points, over all sweeps.
  std::int64_t points() const {
    std::int64_t sum = 0;
    for (std::int64_t t = 1; t <= sweeps; ++t) sum += rows.in_sweep(t).count() * cols.in_sweep(t).count();
    return sum;
  }
};

}  // namespace stencil
#pragma GCC visibility pop
