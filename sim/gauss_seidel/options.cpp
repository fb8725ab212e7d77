// SPDX-License-Identifier: Apache-2.0
#include "sim/gauss_seidel/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "host/errors.hpp"

namespace stencil {
namespace {

// Every grid of so many subdomains, rows falling.
std::vector<std::string> grids_of(std::int64_t ranks) {
  std::vector<std::string> grids;
  for (std::int64_t rows = ranks; rows >= 1; --rows) {
    if (ranks % rows == 0) grids.push_back(describe({rows, ranks / rows}));
  }
  return grids;
}

}  // namespace

std::string describe(const GridSize& size) {
  return fmt::format("{}x{}", size.rows, size.cols);
}

GridSize squarest_grid(std::int64_t ranks) {
  GridSize best{ranks, 1};
  for (std::int64_t cols = 1; cols <= ranks / cols; ++cols) {
    if (ranks % cols == 0) best = {ranks / cols, cols};
  }
  return best;
}

TileGrid make_tile_grid(std::int64_t rows, std::int64_t cols, std::int64_t ranks, const GaussSeidelOptions& options) {
  const GridSize grid = options.grid.value_or(squarest_grid(ranks));
  // Divided, since the product of what may be asked for could overflow.
  if (ranks % grid.rows != 0 || ranks / grid.rows != grid.cols) {
    throw ArgumentError(fmt::format("--grid is {}, must have one subdomain for each of {} rank{}: {}", describe(grid),
                                    ranks, ranks == 1 ? "" : "s", fmt::join(grids_of(ranks), ", ")));
  }
  TileGridShape shape;
  shape.rows = rows;
  shape.cols = cols;
  shape.grid_rows = grid.rows;
  shape.grid_cols = grid.cols;
  shape.sweeps = options.sweeps;
  shape.tile_rows = options.tiles.rows;
  shape.tile_cols = options.tiles.cols;
  return TileGrid(shape);
}

}  // namespace stencil
