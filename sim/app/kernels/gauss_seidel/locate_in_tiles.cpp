// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/locate_in_tiles.hpp"

#include <algorithm>

#include "sim/app/kernels/gauss_seidel/tile_record.hpp"

namespace stencil {
namespace {

struct Along {
  std::int64_t part = 0;
  std::int64_t tile = 0;
};

Along writer_of(const TileAxis& axis, std::int64_t point) {
  const std::int64_t inner = std::clamp<std::int64_t>(point, 1, axis.points() - 2);
  Along found;
  for (std::int64_t part = 0; part < axis.parts(); ++part) {
    for (std::int64_t tile = 0; tile < axis.tiles(); ++tile) {
      const PointRange swept = axis.edges(part, tile, true).in_sweep(axis.sweeps());
      if (swept.first <= inner && inner < swept.last) found = {part, tile};
    }
  }
  return found;
}

}  // namespace

LocatedMismatch locate_in_tiles(const TileGrid& grid, std::int64_t rounds, const Mismatch& mismatch) {
  const Along row = writer_of(grid.rows(), mismatch.row);
  const Along col = writer_of(grid.cols(), mismatch.col);
  LocatedMismatch located;
  located.rank = grid.rank_of(row.part, col.part);
  located.step = step_of(rounds - 1, true);
  // Backward, tiles run in reverse order.
  located.block = grid.rows().tiles() * grid.cols().tiles() - 1 - (row.tile * grid.cols().tiles() + col.tile);
  located.sweep = grid.sweeps() - 1;
  located.at = mismatch;
  return located;
}

}  // namespace stencil
