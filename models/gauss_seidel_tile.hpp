// Golden Gauss-Seidel sweeps over a part of a block that may move from sweep to sweep, in place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/values/tile.hpp"

namespace stencil {

// One sweep after the other over f, rows x cols packed: forward with rows and columns rising, backward with both
// falling, each point becomes
//   ((((north + south) + itself) + west) + east)/5
// of what f holds at that moment, in binary64, one rounding an operation; the operands keep this order in both
// directions. A NaN result is stored as canonical_nan_bits. All other points keep their bits. sweeps may be 0.
// Throws std::invalid_argument, and touches nothing, where rows or cols are below 3, sweeps below 0, a slope none of
// -1, 0, +1, or an edge of some sweep outside [1, rows - 1] or [1, cols - 1].
void gauss_seidel_tile(const Tile& tile, double* f);

}  // namespace stencil
