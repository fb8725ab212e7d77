// The points that each tile of a rank works on in both directions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "host/gauss_seidel/group_plan.hpp"

namespace stencil {

// The points that a tile sets in any sweep of either direction, and one line around them: they stay in a buffer while
// the directions take turns.
[[nodiscard]] TileFrame tile_frame(const TileGrid& grid, std::int64_t rank, std::int64_t tile_row,
                                   std::int64_t tile_col);
[[nodiscard]] inline TileFrame tile_frame(const TileGrid& grid, std::int64_t rank, const TileStep& step) {
  return tile_frame(grid, rank, step.tile_row, step.tile_col);
}

// Whether a buffer of the device holds each of them.
[[nodiscard]] bool frames_fit(const Capabilities& device, const TileGrid& grid);

}  // namespace stencil
