// Finds the tile that made a value of the final result, and where a tile lies.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/gauss_seidel/grid.hpp"
#include "models/compare.hpp"
#include "sim/app/report/report.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// The tile that wrote the point last, in the last sweep of the last round: its rank, step and position in the step. In
// that sweep a tile reaches one line beyond its subdomain, so the rank need not be the one that owns the point. No tile
// writes the border of the field: for a point there, the tile beside it. The fault may lie in an earlier tile; --check
// block finds it.  @pre rounds >= 1, the point lies in the field
LocatedMismatch locate_in_tiles(const TileGrid& grid, std::int64_t rounds, const Mismatch& mismatch);

// The block of a rank's tile, counted in its step, or on from there where tiles of several steps are under way.
std::optional<CapsulePlace> place_in_tiles(const TileGrid& grid, std::int64_t rank, std::int64_t rounds,
                                           std::int64_t step, std::int64_t tile);

}  // namespace stencil
