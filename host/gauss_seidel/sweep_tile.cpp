// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/sweep_tile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

constexpr int most_lanes = 4;

// The points left of a row of one sweep, and the next one in the direction of the sweep.
struct Row {
  double* next = nullptr;
  std::int64_t left = 0;
};

// Advances each of the rows by `points` points, in turn. The point before is kept in a register: through memory the
// chain from point to point would be longer by a store and a load.
template <int lanes, bool backward>
void advance(Row* rows, std::int64_t points, std::ptrdiff_t pitch) {
  constexpr std::ptrdiff_t ahead = backward ? -1 : 1;
  double* at[lanes];
  double before[lanes];
  for (int lane = 0; lane < lanes; ++lane) {
    at[lane] = rows[lane].next;
    before[lane] = at[lane][-ahead];
  }
  for (std::int64_t k = 0; k < points; ++k) {
    for (int lane = 0; lane < lanes; ++lane) {
      double* const p = at[lane];
      const double west = backward ? p[-1] : before[lane];
      const double east = backward ? before[lane] : p[1];
      const double value = ((((p[-pitch] + p[pitch]) + p[0]) + west) + east) / 5.0;
      before[lane] = value;
      *p = canonical_nan(value);
      at[lane] = p + ahead;
    }
  }
  for (int lane = 0; lane < lanes; ++lane) {
    rows[lane].next = at[lane];
    rows[lane].left -= points;
  }
}

template <bool backward>
void advance_together(Row* rows, int count, std::ptrdiff_t pitch) {
  std::int64_t common = rows[0].left;
  for (int lane = 1; lane < count; ++lane) common = std::min(common, rows[lane].left);
  switch (count) {
    case 4:
      advance<4, backward>(rows, common, pitch);
      break;
    case 3:
      advance<3, backward>(rows, common, pitch);
      break;
    case 2:
      advance<2, backward>(rows, common, pitch);
      break;
    default:
      break;
  }
  for (int lane = 0; lane < count; ++lane) advance<1, backward>(rows + lane, rows[lane].left, pitch);
}

template <bool backward>
void sweep(const TileWindow& window, const TileFrame& frame, double* field) {
  const std::ptrdiff_t pitch = frame.cols.count();
  const PointRange all = window.rows.over(window.sweeps);
  Row rows[most_lanes];
  for (std::int64_t step = 0; step < all.count() + 2 * (window.sweeps - 1); ++step) {
    int waiting = 0;
    // Only these sweeps can have a row in this step.
    const std::int64_t last = std::min(window.sweeps, step / 2 + 1);
    const std::int64_t first = std::max<std::int64_t>(1, (step - all.count()) / 2);
    for (std::int64_t t = first; t <= last; ++t) {
      const std::int64_t done = step - 2 * (t - 1);
      const std::int64_t i = backward ? all.last - 1 - done : all.first + done;
      const PointRange swept = window.rows.in_sweep(t);
      const PointRange cols = window.cols.in_sweep(t);
      if (i < swept.first || i >= swept.last || cols.count() <= 0) continue;
      rows[waiting++] = {field + frame.index(i, backward ? cols.last - 1 : cols.first), cols.count()};
      if (waiting == most_lanes) {
        advance_together<backward>(rows, waiting, pitch);
        waiting = 0;
      }
    }
    if (waiting > 0) advance_together<backward>(rows, waiting, pitch);
  }
}

}  // namespace

void sweep_tile(const TileWindow& window, const TileFrame& frame, double* field) {
  window.backward ? sweep<true>(window, frame, field) : sweep<false>(window, frame, field);
}

}  // namespace stencil
