// Golden Jacobi sweeps over a whole array, in the published order of operations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/largest_change.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// niter sweeps in place over f (rows x cols, row-major, packed); r has the same shape and must not overlap f.
// Each sweep reads values of the sweep before only and replaces every inner point as sweep_row() does (sweep_row.hpp).
// The outermost rows and columns keep their bits. rows, cols and niter may be 0.
// `change`, unless null, is told of every row that the first sweep sets.
// Throws std::invalid_argument for a negative size and std::bad_alloc (two rows of scratch).
void jacobi_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
                   std::int64_t niter, LargestChange* change = nullptr);

}  // namespace stencil
