// The sweeps of a tile on the CPU, in place, with several sweeps under way at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// Sets what the window says in the part of the field that `field` holds, with the bits of one sweep after another: each
// point becomes ((((north + south) + itself) + west) + east)/5, a NaN result 0x7ff8000000000000.
//
// Sweep t + 1 follows two rows behind sweep t, where neither touches what the other reads, and up to four rows advance
// together point by point: a point waits for the one before it in its row (two additions and a division), and four such
// chains run side by side. Between two sweeps a row stays in the cache as long as 2*sweeps rows of the tile do.
// @pre frame holds every point set and its four neighbours
void sweep_tile(const TileWindow& window, const TileFrame& frame, double* field);

}  // namespace stencil
