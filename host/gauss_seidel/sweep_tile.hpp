// Sweeps a tile on the CPU, in place, with several sweeps under way at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/gauss_seidel/grid.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Sets the points of the window in the array `field`, with the bits of one sweep after another: each point becomes
// ((((north + south) + itself) + west) + east)/5, a NaN result 0x7ff8000000000000.
//
// Sweep t + 1 follows sweep t at a distance of two rows, at which neither reads what the other writes. Up to four rows
// advance together point by point: each point waits for the one before it in its row (two additions and a division),
// and four such chains run side by side. From one sweep to the next a row stays in the cache if 2*sweeps rows fit.
// @pre frame holds every point set and its four neighbours
void sweep_tile(const TileWindow& window, const TileFrame& frame, double* field);

}  // namespace stencil
#pragma GCC visibility pop
