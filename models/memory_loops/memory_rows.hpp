// Rows of sweeps in the local memory of a device: loops of their own, so that golden sweeps, which judge them, have no
// code in common with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/instructions/instructions.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// Sets the inner columns of `out` as sweep_row() (models/jacobi.hpp) does, bit by bit; nothing for cols < 3.
// instructions: which this CPU must have.  @pre `out` overlaps none of the others
void memory_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
                double* out, const SweepWeights& weights, Instructions instructions = instructions_in_use());

// Two rows, one below the other, side by side: what one reads, the other reads while it is in the cache. rows: those
// around them and both, from the uppermost on; the rest as memory_row().  @pre no row of `out` overlaps another one
void memory_rows(std::int64_t cols, const std::array<const double*, 4>& rows, const std::array<const double*, 2>& r,
                 const std::array<double*, 2>& out, const SweepWeights& weights,
                 Instructions instructions = instructions_in_use());

// The bits of the largest |after - before| of the inner columns of a row, each difference rounded once: those of the
// canonical NaN where one is a NaN, 0 for cols < 3.
std::uint64_t largest_change_of_row(std::int64_t cols, const double* before, const double* after,
                                    Instructions instructions = instructions_in_use());

}  // namespace stencil
