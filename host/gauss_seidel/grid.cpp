// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/grid.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"

namespace stencil {

TileGrid::TileGrid(const TileGridShape& shape)
    : rows_({"rows", shape.rows, shape.grid_rows, shape.tile_rows, shape.sweeps, shape.row_cuts}),
      cols_({"columns", shape.cols, shape.grid_cols, shape.tile_cols, shape.sweeps, shape.col_cuts}) {}

void TileGrid::check_ranks(std::int64_t ranks) const {
  if (ranks != this->ranks()) {
    throw ArgumentError(fmt::format("ranks = {}, must be {} (a grid of {} x {} subdomains)", ranks, this->ranks(),
                                    rows_.parts(), cols_.parts()));
  }
}

RoundTraffic round_traffic(const TileGrid& grid) {
  const std::int64_t row_cuts = grid.rows().parts() - 1;
  const std::int64_t col_cuts = grid.cols().parts() - 1;
  RoundTraffic both;
  both.messages =
      2 * (row_cuts * grid.cols().parts() * grid.cols().tiles() + col_cuts * grid.rows().parts() * grid.rows().tiles());
  both.words = 2 * (grid.sweeps() + 1) *
               (row_cuts * (grid.cols().points() - 2 + col_cuts) + col_cuts * (grid.rows().points() - 2 + row_cuts));
  return both;
}

}  // namespace stencil
