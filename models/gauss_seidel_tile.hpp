// Golden Gauss-Seidel sweeps, in place, over a tile of a block, which may move from sweep to sweep.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/values/tile.hpp"

namespace stencil {

// Makes one sweep after another over f, rows x cols packed: forward with rows and columns rising, backward with both
// falling. Each point of the tile becomes
//   ((((north + south) + itself) + west) + east)/5
// of the current values of f, in binary64, one rounding per operation; the operands keep this order in both directions.
// A NaN result is stored as canonical_nan_bits. All other points keep their bits. sweeps may be 0.
// Throws std::invalid_argument, and changes nothing, for rows < 3, cols < 3, sweeps < 0, a slope other than -1, 0, +1,
// or an edge outside 1 .. rows - 1 or 1 .. cols - 1 in any sweep.
void golden_tile(const Tile& tile, double* f);

// Throws as golden_tile() does.
void check_tile(const Tile& tile);

}  // namespace stencil
