// The points of a field that a tile sets, sweep by sweep.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "host/device/accelerator.hpp"

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

// Where an edge lies in sweep t = 1, 2, ...
inline std::int64_t edge_in_sweep(const TileEdge& edge, std::int64_t t) {
  return edge.at + edge.slope * (t - 1);
}

// Both edges of one dimension, in sweep t and over sweeps 1 .. sweeps together.
struct EdgePair {
  TileEdge low;
  TileEdge high;

  PointRange in_sweep(std::int64_t t) const { return {edge_in_sweep(low, t), edge_in_sweep(high, t)}; }
  PointRange over(std::int64_t sweeps) const {
    return {std::min(low.at, edge_in_sweep(low, sweeps)), std::max(high.at, edge_in_sweep(high, sweeps))};
  }
};

// Sweeps 1 .. sweeps of a tile over a field: sweep t sets rows.in_sweep(t) x cols.in_sweep(t) as TileCommand says.
struct TileWindow {
  std::int64_t sweeps = 0;
  bool backward = false;
  EdgePair rows;
  EdgePair cols;

  // Points set, counted as often as they are.
  std::int64_t points() const {
    std::int64_t sum = 0;
    for (std::int64_t t = 1; t <= sweeps; ++t) sum += rows.in_sweep(t).count() * cols.in_sweep(t).count();
    return sum;
  }
};

}  // namespace stencil
