// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/memory_tile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "models/memory_loops/points.hpp"

namespace stencil {
namespace {

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
  bool backward;

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
};

// A point waits for two additions and a division of the point before it. So this many rows advance together, each a
// column behind the one before it, whose new values it needs; of the last rows of a tile half of them.
constexpr std::ptrdiff_t together = 16;

// Steps in which all of these rows set a point. What lies above a point, and behind it, was set in the step before;
// what lies below it is ahead of the next row's. Rows one below the other share a register.
template <int count, int groups, bool backward>
class AllRows {
 public:
  STENCIL_IN_LOOP explicit AllRows(const Front& front)
      : front_(front), to_next_(front.down - front.across), last_row_((count * groups - 1) * to_next_) {}

  STENCIL_IN_LOOP void steps(std::ptrdiff_t first, std::ptrdiff_t end) {
    const std::ptrdiff_t across = front_.across, down = front_.down;
    double* point = front_.from + first * across;  // of the first row
    Values behind[groups] = {}, old[groups] = {}, ahead[groups] = {};
    for (int k = 0; k < groups; ++k) {
      gather(behind[k], of_group(point, k) - across, Lanes());
      gather(old[k], of_group(point, k), Lanes());
    }
    for (std::ptrdiff_t step = first; step < end; ++step, point += across) {
      for (int k = 0; k < groups; ++k) gather(ahead[k], of_group(point, k) + across, Lanes());
      Values before, below;
      fill(before, point[-down], Lanes());
      fill(below, point[last_row_ + down], Lanes());
      for (int k = 0; k < groups; ++k) {
        Values north, south;
        last_and_all(north, before, behind[k], Lanes());
        all_and_first(south, ahead[k], k + 1 < groups ? ahead[k + 1] : below, Lanes());
        Values sum = (north + south) + old[k];
        before = behind[k];
        backward ? add_sides<count>(sum, ahead[k], behind[k]) : add_sides<count>(sum, behind[k], ahead[k]);
        behind[k] = sum;
        old[k] = ahead[k];
      }
      for (int k = 0; k < groups; ++k) scatter(behind[k], of_group(point, k), Lanes());
    }
  }

 private:
  using Values = typename Points<count>::Values;
  using Lanes = std::make_integer_sequence<int, count>;

  STENCIL_IN_LOOP double* of_group(double* point, int k) const { return point + k * count * to_next_; }
  template <int... lane>
  STENCIL_IN_LOOP void gather(Values& values, const double* from, std::integer_sequence<int, lane...>) const {
    values = Values{from[lane * to_next_]...};
  }
  template <int... lane>
  STENCIL_IN_LOOP void scatter(const Values& values, double* to, std::integer_sequence<int, lane...>) const {
    (..., (to[lane * to_next_] = values[lane]));
  }
  template <int... lane>
  STENCIL_IN_LOOP static void fill(Values& values, double value, std::integer_sequence<int, lane...>) {
    values = Values{(static_cast<void>(lane), value)...};
  }
  // The last of the upper rows, and all but the last of the lower ones.
  template <int... lane>
  STENCIL_IN_LOOP static void last_and_all(Values& to, const Values& upper, const Values& lower,
                                           std::integer_sequence<int, lane...>) {
    to = __builtin_shufflevector(upper, lower, (count - 1 + lane)...);
  }
  // All but the first of the upper rows, and the first of the lower ones.
  template <int... lane>
  STENCIL_IN_LOOP static void all_and_first(Values& to, const Values& upper, const Values& lower,
                                            std::integer_sequence<int, lane...>) {
    to = __builtin_shufflevector(upper, lower, (lane + 1)...);
  }

  Front front_;
  std::ptrdiff_t to_next_;   // from a row's point to that of the row below
  std::ptrdiff_t last_row_;  // and from the first row's to that of the last one
};

struct StepsOfAllRows {
  template <int count>
  STENCIL_IN_LOOP static void run(const Front* front, std::ptrdiff_t rows, std::ptrdiff_t first, std::ptrdiff_t end) {
    constexpr int lanes = std::min(count, 4), groups = together / lanes;  // a division of eight takes twice as long
    if (rows == together)
      run<lanes, groups>(*front, first, end);
    else
      run<lanes, groups / 2>(*front, first, end);
  }

 private:
  template <int count, int groups>
  STENCIL_IN_LOOP static void run(const Front& front, std::ptrdiff_t first, std::ptrdiff_t end) {
    if (front.backward)
      AllRows<count, groups, true>(front).steps(first, end);
    else
      AllRows<count, groups, false>(front).steps(first, end);
  }
};

void sweep_rows(const Front& front, std::ptrdiff_t rows, bool at_once, Instructions instructions) {
  const std::ptrdiff_t all = front.width + rows - 1;
  if (!at_once) return front.steps(0, all, rows);
  front.steps(0, rows - 1, rows);
  loop_for<StepsOfAllRows, const Front*, std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t>(instructions)(
      &front, rows, rows - 1, front.width);
  front.steps(front.width, all, rows);
}

void sweep_front(Front front, std::ptrdiff_t rows, Instructions instructions) {
  std::ptrdiff_t at_once = together;
  while (rows > 0) {
    if (at_once > rows || at_once > front.width) at_once = together / 2;
    const bool fits = at_once <= rows && at_once <= front.width;
    const std::ptrdiff_t count = fits ? at_once : std::min(rows, at_once);
    sweep_rows(front, count, fits, instructions);
    front.from += count * front.down;
    rows -= count;
  }
}

}  // namespace

void memory_tile(const Tile& tile, double* f, Instructions instructions) {
  for (std::int64_t t = 1; t <= tile.sweeps; ++t) {
    const std::int64_t top = tile.top.in_sweep(t), left = tile.left.in_sweep(t);
    const std::int64_t rows = tile.bottom.in_sweep(t) - top, width = tile.right.in_sweep(t) - left;
    if (rows <= 0 || width <= 0) continue;
    double* const corner = f + top * tile.cols + left;
    Front front{corner, tile.cols, 1, tile.cols, width, false};
    if (tile.backward) front = {corner + (rows - 1) * tile.cols + width - 1, -tile.cols, -1, tile.cols, width, true};
    sweep_front(front, rows, instructions);
  }
}

}  // namespace stencil
