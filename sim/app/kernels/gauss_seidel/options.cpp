// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"

namespace stencil {
namespace {

// Every process grid of this many ranks, by falling numbers of rows.
std::vector<std::string> grids_of(std::int64_t ranks) {
  std::vector<std::string> grids;
  for (std::int64_t rows = ranks; rows >= 1; --rows) {
    if (ranks % rows == 0) grids.push_back(describe({rows, ranks / rows}));
  }
  return grids;
}

// The cuts of one dimension give its number of subdomains; the other dimension gets the quotient of the ranks.
GridSize grid_of_cuts(std::int64_t ranks, const TileOptions& options) {
  const auto rows = static_cast<std::int64_t>(options.row_cuts.size()) + 1;
  const auto cols = static_cast<std::int64_t>(options.col_cuts.size()) + 1;
  if (rows == 1 && cols == 1) return squarest_grid(ranks);
  if (rows == 1 && ranks % cols == 0) return {ranks / cols, cols};
  if (cols == 1 && ranks % rows == 0) return {rows, ranks / rows};
  return {rows, cols};
}

// `cuts` must lie at inner points and rise, the first after the first inner point.
void check_cuts(const char* option, const std::vector<std::int64_t>& cuts, std::int64_t parts, std::int64_t points,
                const GridSize& grid) {
  if (cuts.empty()) return;
  const auto refuse = [&](const std::string& what) {
    return ArgumentError(fmt::format("{} is {}, {}", option, fmt::join(cuts, ","), what));
  };
  if (static_cast<std::int64_t>(cuts.size()) != parts - 1) {
    throw refuse(fmt::format("must be {} for a grid of {}", counted(parts - 1, "cut"), describe(grid)));
  }
  std::int64_t least = 2;
  for (const std::int64_t cut : cuts) {
    if (cut < least || cut > points - 2) {
      throw refuse(fmt::format("must rise, {} must be {} .. {}", cut, least, points - 2));
    }
    least = cut + 1;
  }
}

void check_parts(const char* option, const GridSize& size) {
  for (const std::int64_t parts : {size.rows, size.cols}) {
    if (parts >= 1 && parts <= most_parts) continue;
    throw ArgumentError(
        fmt::format("{} is {}, must be two counts of 1 .. {} with an x between", option, describe(size), most_parts));
  }
}

}  // namespace

void check_tile_options(const TileOptions& options) {
  if (options.grid) check_parts("--grid", *options.grid);
  check_parts("--tiles", options.tiles);
  require_in_range(sweeps_range, options.sweeps);
  require_in_range(rounds_range, options.rounds);
}

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

TileGrid make_tile_grid(std::int64_t rows, std::int64_t cols, std::int64_t ranks, const TileOptions& options) {
  const GridSize grid = options.grid ? *options.grid : grid_of_cuts(ranks, options);
  // Divided, since the product of the numbers given could overflow.
  if (ranks % grid.rows != 0 || ranks / grid.rows != grid.cols) {
    throw ArgumentError(fmt::format("{} is {}, must have one subdomain for each of {}: {}",
                                    options.grid ? "--grid" : "the grid of --row-cuts and --col-cuts", describe(grid),
                                    counted(ranks, "rank"), fmt::join(grids_of(ranks), ", ")));
  }
  check_cuts("--row-cuts", options.row_cuts, grid.rows, rows, grid);
  check_cuts("--col-cuts", options.col_cuts, grid.cols, cols, grid);
  TileGridShape shape;
  shape.rows = rows;
  shape.cols = cols;
  shape.grid_rows = grid.rows;
  shape.grid_cols = grid.cols;
  shape.sweeps = options.sweeps;
  shape.tile_rows = options.tiles.rows;
  shape.tile_cols = options.tiles.cols;
  shape.row_cuts = options.row_cuts;
  shape.col_cuts = options.col_cuts;
  return TileGrid(shape);
}

}  // namespace stencil
