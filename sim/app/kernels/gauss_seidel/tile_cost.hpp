// Predicts the cycles of the tiles of a rank before they run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// How many rounds have cycles of their own: the first begins with the registers of a new device, and where rows stay in
// it the last one ends with their stores; all others are alike.
std::int64_t unlike_rounds(bool fused);

// Cycles of each tile of a rank, by step (a group of sweeps in one direction) and position in it, for `rounds` rounds:
// runs the executor itself on an accelerator that predicts cycles and moves no data. fused: grid is that of
// fused_grid(). residuals: they are measured after each round. `field`, the rank's array, keeps its values. Throws what
// the executor throws.
std::vector<std::vector<std::int64_t>> tile_cycles(const TileGrid& grid, std::int64_t rank, std::int64_t rounds,
                                                   Accelerator& dry, double* field, bool fused = false,
                                                   bool residuals = false);

}  // namespace stencil
