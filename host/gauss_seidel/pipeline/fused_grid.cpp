// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/fused_grid.hpp"

#include <algorithm>
#include <utility>

#include "host/gauss_seidel/pipeline/strips.hpp"

namespace stencil {
namespace {

TileGrid in_strips(const TileGrid& grid, std::int64_t strips) {
  TileGridShape shape;
  shape.rows = grid.rows().points();
  shape.cols = grid.cols().points();
  shape.grid_rows = grid.rows().parts();
  shape.sweeps = grid.sweeps();
  shape.tile_rows = strips;
  shape.row_cuts = grid.rows().cuts();
  return TileGrid(shape);
}

// Estimated cycles of a subdomain of `rows` rows: the sweeps of each group with some rows more for each strip, the rows
// between strips out and in again, the first load and the last store.
double cycles_of(const TileGrid& grid, const Capabilities& device, std::int64_t rows, std::int64_t strips,
                 std::int64_t rounds) {
  constexpr std::int64_t rows_more = 8;  // that fill and drain the elements, and the last band
  const std::int64_t sweeps = grid.sweeps();
  const std::int64_t pes = std::max<std::int64_t>(device.pes, 1);
  const std::int64_t passes = (sweeps + pes - 1) / pes;
  const auto cols = static_cast<double>(grid.cols().points());
  const double moved = cols / static_cast<double>(std::max<std::int64_t>(device.axi_data_bits / 64, 1));  // of a row
  const double swept = static_cast<double>(passes * (rows + strips * (sweeps + rows_more))) * cols;
  const double between = static_cast<double>((strips - 1) * 2 * (sweeps + 1)) * moved;
  const double ends = 2.0 * static_cast<double>(rows) / static_cast<double>(strips) * moved;
  return 2.0 * static_cast<double>(rounds) * (swept + between) + ends;
}

}  // namespace

std::optional<TileGrid> fused_grid(const TileGrid& grid, const Capabilities& device, std::int64_t rounds) {
  if (grid.cols().parts() > 1) return std::nullopt;
  const std::int64_t asked = grid.rows().tiles();
  const std::int64_t fewest = grid.rows().parts() == 1 ? 1 : std::min<std::int64_t>(asked, 2);
  const std::int64_t rows = grid.rows().points() / grid.rows().parts();
  std::optional<TileGrid> best;
  double least = 0.0;
  for (std::int64_t strips = fewest;;) {
    TileGrid fewer = in_strips(grid, strips);
    const double cycles = cycles_of(grid, device, rows, strips, rounds);
    if (strips_fit(device, fewer) && (!best || cycles < least)) {
      best = std::move(fewer);
      least = cycles;
    }
    if (strips == asked) return best;
    strips = std::min(asked, strips + std::max<std::int64_t>(1, strips / 8));
  }
}

}  // namespace stencil
