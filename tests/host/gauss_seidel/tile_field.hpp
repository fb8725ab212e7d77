// Fields of tile tests: seeded values, a rank's array with all unknown points poisoned, the golden result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/gauss_seidel/grid.hpp"
#include "models/compare.hpp"
#include "models/gauss_seidel.hpp"
#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil::test {

using Field = std::vector<double>;

// A NaN that no solver computes.
inline double poison() {
  return from_bits(0x7ff8000000badbadu);
}

inline Field seeded_field(const TileGrid& grid, std::uint64_t seed) {
  const std::int64_t rows = grid.rows().points();
  const std::int64_t cols = grid.cols().points();
  Field field(static_cast<std::size_t>(rows * cols));
  fill_problem_rows(seed, ProblemArray::f, 0, rows, cols, field.data());
  return field;
}

inline Field golden(const TileGrid& grid, Field field, std::int64_t rounds) {
  permuted_gauss_seidel(grid.rows().points(), grid.cols().points(), field.data(),
                        {grid.rows().cuts(), grid.cols().cuts()}, grid.sweeps(), rounds);
  return field;
}

// True for the points a rank owns, the line beside them on each low side, which no message brings before the first
// sweep, and the border of the field, which no message ever brings.
inline bool is_known_at_first(const TileGrid& grid, std::int64_t rank, std::int64_t i, std::int64_t j) {
  const TileFrame own = grid.owned(rank);
  const bool in_rows = i >= own.rows.first && i < own.rows.last;
  const bool in_cols = j >= own.cols.first && j < own.cols.last;
  const bool is_border = i == 0 || j == 0 || i == grid.rows().points() - 1 || j == grid.cols().points() - 1;
  return is_border || (in_rows && in_cols) || (in_rows && j == own.cols.first - 1) ||
         (in_cols && i == own.rows.first - 1);
}

inline Field rank_field(const TileGrid& grid, std::int64_t rank, const Field& whole) {
  const TileFrame frame = grid.stored(rank);
  Field own(static_cast<std::size_t>(frame.words()), poison());
  for (std::int64_t i = frame.rows.first; i < frame.rows.last; ++i) {
    for (std::int64_t j = frame.cols.first; j < frame.cols.last; ++j) {
      if (!is_known_at_first(grid, rank, i, j)) continue;
      own[static_cast<std::size_t>(frame.index(i, j))] = whole[static_cast<std::size_t>(i * grid.cols().points() + j)];
    }
  }
  return own;
}

// The number of points the rank owns that differ from those of the whole field.
inline std::int64_t differing_points(const TileGrid& grid, std::int64_t rank, const Field& own, const Field& whole) {
  const TileFrame frame = grid.stored(rank);
  const TileFrame points = grid.owned(rank);
  Comparison all;
  for (std::int64_t i = points.rows.first; i < points.rows.last; ++i) {
    all.add(compare_rows(whole.data() + i * grid.cols().points() + points.cols.first,
                         own.data() + frame.index(i, points.cols.first), i, 1, points.cols.count()));
  }
  return all.compared == points.words() ? all.mismatches : -1;
}

}  // namespace stencil::test
