// Gauss-Seidel sweeps over a tile in the local memory of a device: a loop of its own, as memory_rows.hpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/instructions/instructions.hpp"
#include "models/values/tile.hpp"

namespace stencil {

// The bits of golden_tile() (models/gauss_seidel_tile.hpp). instructions: which this CPU must have.
// @pre golden_tile() accepts the tile
void memory_tile(const Tile& tile, double* f, Instructions instructions = instructions_in_use());

}  // namespace stencil
