// Tiles of whole rows: the rows that each works on in both directions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// The rows that a tile sets in any sweep of either direction, and one row around them: they stay in a buffer while the
// directions take turns.
[[nodiscard]] PointRange strip_rows(const TileGrid& grid, std::int64_t part, std::int64_t tile);

// Whether all tiles of the grid are of whole rows, and a buffer of the device holds each.
[[nodiscard]] bool strips_fit(const Capabilities& device, const TileGrid& grid);

}  // namespace stencil
