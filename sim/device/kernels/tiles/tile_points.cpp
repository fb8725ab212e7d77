// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_points.hpp"

#include <algorithm>

namespace stencil {

std::int64_t points_set(const TileCommand& command) {
  std::int64_t points = 0;
  for (std::int64_t t = 0; t < command.sweeps; ++t) {
    const auto between = [t](const TileEdge& low, const TileEdge& high) {
      return std::max<std::int64_t>(0, (high.at - low.at) + (high.slope - low.slope) * t);
    };
    points += between(command.top, command.bottom) * between(command.left, command.right);
  }
  return points;
}

}  // namespace stencil
