// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/strips.hpp"

#include <algorithm>

namespace stencil {

PointRange strip_rows(const TileGrid& grid, std::int64_t part, std::int64_t tile) {
  const TileAxis& axis = grid.rows();
  const PointRange forward = axis.edges(part, tile, false).over(axis.sweeps());
  const PointRange backward = axis.edges(part, tile, true).over(axis.sweeps());
  return {std::min(forward.first, backward.first) - 1, std::max(forward.last, backward.last) + 1};
}

bool strips_fit(const Capabilities& device, const TileGrid& grid) {
  if (grid.cols().parts() > 1 || grid.cols().tiles() > 1 || grid.cols().points() > device.max_cols) return false;
  std::int64_t most_rows = 0;
  for (std::int64_t part = 0; part < grid.rows().parts(); ++part) {
    for (std::int64_t tile = 0; tile < grid.rows().tiles(); ++tile)
      most_rows = std::max(most_rows, strip_rows(grid, part, tile).count());
  }
  return most_rows <= device.memory_words / grid.cols().points();
}

}  // namespace stencil
