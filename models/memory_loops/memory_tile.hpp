// Gauss-Seidel sweeps over a tile in the local memory of a device: a loop of its own, as memory_rows.hpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/values/tile.hpp"

namespace stencil {

// The bits of golden_tile() (models/gauss_seidel_tile.hpp).  @pre that accepts the tile
void memory_tile(const Tile& tile, double* f);

}  // namespace stencil
