// Golden Jacobi sweeps over a whole array, in the published order of operations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/largest_change.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// One row of one sweep, by the point operator of the weights: sets the inner columns of `out` from the row itself and
// its neighbours, all as they were before the sweep, in binary64, one rounding an operation, nothing fused; a NaN
// result is stored as canonical_nan_bits. Columns 0 and cols - 1 of out are not written; nothing is for cols < 3. out
// overlaps none of the others.
void sweep_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
               double* out, const SweepWeights& weights);

// niter sweeps in place over f (rows x cols, row-major, packed); r has the same shape and must not overlap f.
// Each sweep reads values of the sweep before only and replaces every inner point as sweep_row() does.
// The outermost rows and columns keep their bits. rows, cols and niter may be 0.
// `change`, unless null, is told of every row that the first sweep sets.
// Throws std::invalid_argument for a negative size and std::bad_alloc (two rows of scratch).
void jacobi_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
                   std::int64_t niter, LargestChange* change = nullptr);

}  // namespace stencil
