// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/memory_tile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

// A point waits for two additions and a division of the point before it. So rows advance together, each a column behind
// the one before it, whose new values it needs.
constexpr std::ptrdiff_t together = 4;

// Rows `first`, `first` + down, ... of one sweep; the first point of each is `from`, `across` leads to the next.
struct Front {
  double* from;
  std::ptrdiff_t down, across;
  std::ptrdiff_t cols;
  std::ptrdiff_t width;

  void set(std::ptrdiff_t row, std::ptrdiff_t column) const {
    double* const point = from + row * down + column * across;
    const double vertical = point[-cols] + point[cols];
    const double sum = ((vertical + *point) + point[-1]) + point[1];
    *point = canonical_nan(sum / 5.0);
  }
  void sweep(std::ptrdiff_t rows) const {
    for (std::ptrdiff_t step = 0; step < width + rows - 1; ++step) {
      const std::ptrdiff_t last = std::min(rows - 1, step);
      for (std::ptrdiff_t row = std::max<std::ptrdiff_t>(0, step - width + 1); row <= last; ++row) set(row, step - row);
    }
  }
};

}  // namespace

void memory_tile(const Tile& tile, double* f) {
  for (std::int64_t t = 1; t <= tile.sweeps; ++t) {
    const std::int64_t top = tile.top.in_sweep(t), left = tile.left.in_sweep(t);
    const std::int64_t rows = tile.bottom.in_sweep(t) - top, width = tile.right.in_sweep(t) - left;
    if (rows <= 0 || width <= 0) continue;
    double* const corner = f + top * tile.cols + left;
    Front front{corner, tile.cols, 1, tile.cols, width};
    if (tile.backward) front = {corner + (rows - 1) * tile.cols + width - 1, -tile.cols, -1, tile.cols, width};
    for (std::int64_t row = 0; row < rows; row += together) {
      front.sweep(std::min(together, rows - row));
      front.from += together * front.down;
    }
  }
}

}  // namespace stencil
