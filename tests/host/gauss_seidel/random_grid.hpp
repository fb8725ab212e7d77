// Grids of random shape: irregular cuts, tiles often of the least size.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "host/gauss_seidel/grid.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil::test {

struct RandomLimits {
  std::int64_t parts = 4;
  std::int64_t tiles = 4;
  std::int64_t sweeps = 8;
  std::int64_t most_spare = 9;  // points that a subdomain may have beyond the least
};

// The least number of points of a subdomain cut into `tiles` tiles of equal size, the larger ones first.
inline std::int64_t least_inner_points(std::int64_t part, std::int64_t parts, std::int64_t tiles, std::int64_t sweeps) {
  std::int64_t first = 1;
  if (tiles > 1) {
    first = part > 0 ? 2 * sweeps + 1 : sweeps + 1;
  } else if (part > 0 && part == parts - 1) {
    first = sweeps;
  }
  return std::max(tiles, (first - 1) * tiles + 1);
}

// Cuts of one dimension into `parts` subdomains; sets *points to its length.
inline std::vector<std::int64_t> random_cuts(Random& random, std::int64_t parts, std::int64_t tiles,
                                             std::int64_t sweeps, std::int64_t most_spare, std::int64_t* points) {
  std::vector<std::int64_t> cuts;
  std::int64_t edge = 1;
  for (std::int64_t part = 0; part < parts; ++part) {
    if (part > 0) cuts.push_back(edge);
    edge += least_inner_points(part, parts, tiles, sweeps) + (random(0, 2) == 0 ? 0 : random(0, most_spare));
  }
  *points = edge + 1;
  return cuts;
}

inline TileGridShape random_shape(Random& random, std::int64_t grid_rows, std::int64_t grid_cols,
                                  const RandomLimits& limits = {}) {
  TileGridShape shape;
  shape.grid_rows = grid_rows;
  shape.grid_cols = grid_cols;
  shape.sweeps = random(1, limits.sweeps);
  shape.tile_rows = random(1, limits.tiles);
  shape.tile_cols = random(1, limits.tiles);
  shape.row_cuts = random_cuts(random, grid_rows, shape.tile_rows, shape.sweeps, limits.most_spare, &shape.rows);
  shape.col_cuts = random_cuts(random, grid_cols, shape.tile_cols, shape.sweeps, limits.most_spare, &shape.cols);
  return shape;
}

inline TileGridShape random_shape(Random& random, const RandomLimits& limits = {}) {
  const std::int64_t grid_rows = random(1, limits.parts);
  return random_shape(random, grid_rows, random(1, limits.parts), limits);
}

inline std::string describe(const TileGridShape& shape) {
  const auto list = [](const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) text += " " + std::to_string(number);
    return text;
  };
  return std::to_string(shape.rows) + " x " + std::to_string(shape.cols) + ", grid " + std::to_string(shape.grid_rows) +
         " x " + std::to_string(shape.grid_cols) + ", sweeps " + std::to_string(shape.sweeps) + ", tiles " +
         std::to_string(shape.tile_rows) + " x " + std::to_string(shape.tile_cols) + ", row cuts" +
         list(shape.row_cuts) + ", column cuts" + list(shape.col_cuts);
}

}  // namespace stencil::test
