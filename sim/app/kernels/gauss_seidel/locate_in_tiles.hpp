// Finds the tile that made a value of the final result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/gauss_seidel/grid.hpp"
#include "models/compare.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// The tile that wrote the point last, in the last sweep of the last round: its rank, step and position in the step. In
// that sweep a tile reaches one line beyond its subdomain, so the rank need not be the one that owns the point. No tile
// writes the border of the field: for a point there, the tile beside it. The fault may lie in an earlier tile; --check
// block finds it.  @pre rounds >= 1, the point lies in the field
LocatedMismatch locate_in_tiles(const TileGrid& grid, std::int64_t rounds, const Mismatch& mismatch);

}  // namespace stencil
