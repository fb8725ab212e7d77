// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/fused_grid.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "host/gauss_seidel/pipeline/tile_frames.hpp"

namespace stencil {
namespace {

// Of each subdomain.
struct Tiles {
  std::int64_t by_rows;
  std::int64_t by_cols;
};

TileGrid in_tiles(const TileGrid& grid, const Tiles& tiles) {
  TileGridShape shape;
  shape.rows = grid.rows().points();
  shape.cols = grid.cols().points();
  shape.grid_rows = grid.rows().parts();
  shape.grid_cols = grid.cols().parts();
  shape.sweeps = grid.sweeps();
  shape.tile_rows = tiles.by_rows;
  shape.tile_cols = tiles.by_cols;
  shape.row_cuts = grid.rows().cuts();
  shape.col_cuts = grid.cols().cuts();
  return TileGrid(shape);
}

// Columns that the elements take turns on for one row of all tiles of a subdomain: where columns are cut, with those
// that two tiles sweep, and of narrow ones those of idle turns.
std::int64_t columns_swept(const TileGrid& grid, const Capabilities& device, std::int64_t by_cols) {
  if (grid.cols().parts() == 1) return grid.cols().points();
  const std::int64_t cols = grid.cols().points() / grid.cols().parts() / by_cols + grid.sweeps() + 2;
  return by_cols * std::max(cols, 2 * device.tile_slots_min + 1);
}

// Estimated cycles of a subdomain: the sweeps of each group with some rows more for each tile, the lines between tiles
// out and in again, the first load and the last store.
double cycles_of(const TileGrid& grid, const Capabilities& device, const Tiles& tiles, std::int64_t rounds) {
  constexpr std::int64_t rows_more = 8;  // that fill and drain the elements, and the last band
  const std::int64_t sweeps = grid.sweeps();
  const std::int64_t pes = std::max<std::int64_t>(device.pes, 1);
  const std::int64_t passes = (sweeps + pes - 1) / pes;
  const std::int64_t rows = grid.rows().points() / grid.rows().parts();
  const std::int64_t whole_cols = grid.cols().points() / grid.cols().parts();
  const auto cols = static_cast<double>(whole_cols);
  const auto words = static_cast<double>(std::max<std::int64_t>(device.axi_data_bits / 64, 1));  // in a cycle
  const double swept = static_cast<double>(passes * (rows + tiles.by_rows * (sweeps + rows_more))) *
                       static_cast<double>(columns_swept(grid, device, tiles.by_cols));
  const double lines = static_cast<double>(2 * (sweeps + 1)) / words;
  const double between =
      lines * (static_cast<double>(tiles.by_rows - 1) * cols + static_cast<double>((tiles.by_cols - 1) * rows));
  const double ends =
      2.0 * static_cast<double>(rows) * cols / words / static_cast<double>(tiles.by_rows * tiles.by_cols);
  return 2.0 * static_cast<double>(rounds) * (swept + between) + ends;
}

// Numbers of tiles to choose from: two at least where subdomains are cut.
std::vector<std::int64_t> counts(const TileAxis& axis) {
  std::vector<std::int64_t> all;
  const std::int64_t asked = axis.tiles();
  for (std::int64_t tiles = axis.parts() == 1 ? 1 : std::min<std::int64_t>(asked, 2);;) {
    all.push_back(tiles);
    if (tiles == asked) return all;
    tiles = std::min(asked, tiles + std::max<std::int64_t>(1, tiles / 8));
  }
}

}  // namespace

std::optional<TileGrid> fused_grid(const TileGrid& grid, const Capabilities& device, std::int64_t rounds) {
  std::optional<TileGrid> best;
  double least = 0.0;
  const bool whole_rows = grid.cols().parts() == 1;
  for (const std::int64_t by_cols : whole_rows ? std::vector<std::int64_t>{1} : counts(grid.cols())) {
    for (const std::int64_t by_rows : counts(grid.rows())) {
      TileGrid fewer = in_tiles(grid, {by_rows, by_cols});
      const double cycles = cycles_of(grid, device, {by_rows, by_cols}, rounds);
      if (!frames_fit(device, fewer) || (best && cycles >= least)) continue;
      best = std::move(fewer);
      least = cycles;
    }
  }
  return best;
}

}  // namespace stencil
