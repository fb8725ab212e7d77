// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/locate_in_tiles.hpp"

#include <algorithm>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/group_plan.hpp"
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

std::optional<CapsulePlace> place_in_tiles(const TileGrid& grid, std::int64_t rank, std::int64_t rounds,
                                           std::int64_t step, std::int64_t tile) {
  for (std::int64_t own = step; own < 2 * rounds; ++own) {
    const std::vector<TileStep> group = plan_group(grid, rank, own % 2 == 1);
    if (tile < static_cast<std::int64_t>(group.size())) {
      const TileFrame frame = block_of(group[static_cast<std::size_t>(tile)].window).frame;
      const auto own_step = own == step ? std::nullopt : std::optional(own);
      return CapsulePlace{std::nullopt, tile, frame.rows.first, frame.cols.first, own_step};
    }
    tile -= static_cast<std::int64_t>(group.size());
  }
  return std::nullopt;
}

}  // namespace stencil
