// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/memory_tile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/memory_loops/points.hpp"

namespace stencil {
namespace {

// A point waits for two additions and a division of the point before it. So rows advance together, each a column behind
// the one before it, whose new values it needs.
constexpr std::ptrdiff_t together = 12;

// sum: of N, S and the point itself.
template <int count>
STENCIL_IN_LOOP void add_sides(typename Points<count>::Values& sum, const typename Points<count>::Values& west,
                               const typename Points<count>::Values& east) {
  sum = (sum + west) + east;
  sum = sum / 5.0;
  make_nan_canonical<count>(sum);
}

// Rows `first`, `first` + down, ... of one sweep; the first point of each is `from`, `across` leads to the next.
struct Front {
  double* from;
  std::ptrdiff_t down, across;
  std::ptrdiff_t cols;
  std::ptrdiff_t width;

  void set(std::ptrdiff_t row, std::ptrdiff_t column) const {
    double* const point = from + row * down + column * across;
    double sum = (point[-cols] + point[cols]) + *point;
    add_sides<1>(sum, point[-1], point[1]);
    *point = sum;
  }
  // In step s row r sets its column s - r, where it has one.
  void steps(std::ptrdiff_t first, std::ptrdiff_t end, std::ptrdiff_t rows) const {
    for (std::ptrdiff_t step = first; step < end; ++step) {
      const std::ptrdiff_t last = std::min(rows - 1, step);
      for (std::ptrdiff_t row = std::max<std::ptrdiff_t>(0, step - width + 1); row <= last; ++row) set(row, step - row);
    }
  }
  template <bool backward>
  void steps_of_all(std::ptrdiff_t first, std::ptrdiff_t end) const;

  void sweep(std::ptrdiff_t rows) const {
    const std::ptrdiff_t all = width + rows - 1;
    if (rows < together || width < together) return steps(0, all, rows);
    steps(0, together - 1, rows);
    across < 0 ? steps_of_all<true>(together - 1, width) : steps_of_all<false>(together - 1, width);
    steps(width, all, rows);
  }
};

// Steps in which all rows set a point, two rows at once: what lies above a point, and behind it, was set in the step
// before; what lies below it is ahead of the next row's.
template <bool backward>
void Front::steps_of_all(std::ptrdiff_t first, std::ptrdiff_t end) const {
  using Pair = Points<2>::Values;
  constexpr std::ptrdiff_t pairs = together / 2;
  const std::ptrdiff_t to_next = down - across;  // from a row's point to that of the row below
  double* point = from + first * across;         // of the first row
  const auto gather = [&](Pair& pair, std::ptrdiff_t number, std::ptrdiff_t further) {
    const double* const upper = point + 2 * number * to_next + further;
    pair = Pair{*upper, upper[to_next]};
  };
  Pair behind[pairs], old[pairs], ahead[pairs];
  for (std::ptrdiff_t k = 0; k < pairs; ++k) {
    gather(behind[k], k, -across);
    gather(old[k], k, 0);
  }
  for (std::ptrdiff_t step = first; step < end; ++step, point += across) {
    for (std::ptrdiff_t k = 0; k < pairs; ++k) gather(ahead[k], k, across);
    double above = point[-down];
    for (std::ptrdiff_t k = 0; k < pairs; ++k) {
      const double below = k + 1 < pairs ? ahead[k + 1][0] : point[(together - 1) * to_next + down];
      Pair sum = (Pair{above, behind[k][0]} + Pair{ahead[k][1], below}) + old[k];
      above = behind[k][1];
      backward ? add_sides<2>(sum, ahead[k], behind[k]) : add_sides<2>(sum, behind[k], ahead[k]);
      behind[k] = sum;
      old[k] = ahead[k];
    }
    for (std::ptrdiff_t k = 0; k < pairs; ++k) {
      double* const upper = point + 2 * k * to_next;
      *upper = behind[k][0];
      upper[to_next] = behind[k][1];
    }
  }
}

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
