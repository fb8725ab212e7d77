// The CPU kernel against one sweep after another.
// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/sweep_tile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil::test {
namespace {

// The definition: sweep by sweep, row by row, point by point.
void sweep_plainly(const TileWindow& window, const TileFrame& frame, Field& field) {
  for (std::int64_t t = 1; t <= window.sweeps; ++t) {
    const PointRange rows = window.rows.in_sweep(t);
    const PointRange cols = window.cols.in_sweep(t);
    for (std::int64_t y = 0; y < rows.count(); ++y) {
      for (std::int64_t x = 0; x < cols.count(); ++x) {
        const std::int64_t i = window.backward ? rows.last - 1 - y : rows.first + y;
        const std::int64_t j = window.backward ? cols.last - 1 - x : cols.first + x;
        const auto at = [&](std::int64_t di, std::int64_t dj) {
          return static_cast<std::size_t>(frame.index(i + di, j + dj));
        };
        volatile double sum = field[at(-1, 0)] + field[at(1, 0)];
        sum = sum + field[at(0, 0)];
        sum = sum + field[at(0, -1)];
        sum = sum + field[at(0, 1)];
        field[at(0, 0)] = canonical_nan(sum / 5.0);
      }
    }
  }
}

// An edge that stays inside [low, high] in all sweeps.
TileEdge random_edge(Random& random, std::int64_t sweeps, std::int64_t low, std::int64_t high) {
  TileEdge edge{random(low, high), static_cast<int>(random(-1, 1))};
  const std::int64_t last = edge.in_sweep(sweeps);
  if (last < low || last > high) edge.slope = 0;
  return edge;
}

EdgePair random_edges(Random& random, std::int64_t sweeps, const PointRange& stored) {
  const std::int64_t middle = (stored.first + stored.last) / 2;
  if (random(0, 4) == 0) {  // anything, crossing too
    return {random_edge(random, sweeps, stored.first + 1, stored.last - 1),
            random_edge(random, sweeps, stored.first + 1, stored.last - 1)};
  }
  return {random_edge(random, sweeps, stored.first + 1, middle), random_edge(random, sweeps, middle, stored.last - 1)};
}

TEST(SweepTile, EqualsOneSweepAfterAnother) {
  Random random(test_seed());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (int number = 0; number < 2000; ++number) {
    SCOPED_TRACE(number);
    TileFrame frame;
    frame.rows.first = random(0, 5);
    frame.cols.first = random(0, 5);
    frame.rows.last = frame.rows.first + random(3, 30);
    frame.cols.last = frame.cols.first + random(3, 30);
    TileWindow window;
    window.sweeps = random(0, 11);
    window.backward = random(0, 1) == 1;
    window.rows = random_edges(random, window.sweeps, frame.rows);
    window.cols = random_edges(random, window.sweeps, frame.cols);
    Field field(static_cast<std::size_t>(frame.words()));
    fill_problem_rows(17, ProblemArray::f, 0, frame.rows.count(), frame.cols.count(), field.data());
    if (random(0, 3) == 0) {
      for (const double special : {infinity, -infinity, -0.0, 0x1p-1074, poison()}) {
        field[static_cast<std::size_t>(random(0, frame.words() - 1))] = special;
      }
    }
    Field expected = field;
    sweep_plainly(window, frame, expected);
    sweep_tile(window, frame, field.data());
    ASSERT_EQ(compare_rows(expected.data(), field.data(), 0, 1, frame.words()).mismatches, 0);
  }
}

}  // namespace
}  // namespace stencil::test
