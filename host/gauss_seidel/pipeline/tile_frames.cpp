// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/tile_frames.hpp"

#include <algorithm>

namespace stencil {
namespace {

PointRange in_both_directions(const TileAxis& axis, std::int64_t part, std::int64_t tile) {
  const PointRange forward = axis.edges(part, tile, false).over(axis.sweeps());
  const PointRange backward = axis.edges(part, tile, true).over(axis.sweeps());
  return {std::min(forward.first, backward.first) - 1, std::max(forward.last, backward.last) + 1};
}

std::int64_t most_points(const TileAxis& axis) {
  std::int64_t most = 0;
  for (std::int64_t part = 0; part < axis.parts(); ++part) {
    for (std::int64_t tile = 0; tile < axis.tiles(); ++tile)
      most = std::max(most, in_both_directions(axis, part, tile).count());
  }
  return most;
}

}  // namespace

TileFrame tile_frame(const TileGrid& grid, std::int64_t rank, std::int64_t tile_row, std::int64_t tile_col) {
  return {in_both_directions(grid.rows(), grid.row_part(rank), tile_row),
          in_both_directions(grid.cols(), grid.col_part(rank), tile_col)};
}

// Every range of rows meets every range of columns.
bool frames_fit(const Capabilities& device, const TileGrid& grid) {
  const std::int64_t cols = most_points(grid.cols());
  return cols <= device.max_cols && most_points(grid.rows()) <= device.memory_words / cols;
}

}  // namespace stencil
