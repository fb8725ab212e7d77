// Golden Jacobi sweeps over a whole array, in the published order of operations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/instructions/instructions.hpp"
#include "models/largest_change.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// One row of one sweep, with the point operator of the weights: sets the inner columns of `out` from the row and its
// neighbours as they were before the sweep, in binary64, one rounding per operation, nothing fused; a NaN result is
// stored as canonical_nan_bits. Does not write columns 0 and cols - 1 of out, and writes nothing for cols < 3.
// instructions: which this CPU must have; a formula has those that its weights were made with.
// @pre out overlaps none of the others
void sweep_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
               double* out, const SweepWeights& weights, Instructions instructions = instructions_in_use());

// Makes niter sweeps in place over f (rows x cols, row-major, packed); r has the same shape and must not overlap f.
// Each sweep reads only values of the sweep before and sets every inner point as sweep_row() does.
// The outermost rows and columns keep their bits. rows, cols and niter may be 0.
// `change`, unless null, gets every row that the first sweep sets.
// Throws std::invalid_argument for a negative size and std::bad_alloc (up to 1 MiB of scratch, or 12 rows).
void golden_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
                   std::int64_t niter, LargestChange* change = nullptr);

}  // namespace stencil
