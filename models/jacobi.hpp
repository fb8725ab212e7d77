// Golden Jacobi sweeps over a whole array, in the published order of operations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/largest_change.hpp"

namespace stencil {

// rdx2 weighs the row neighbours (rows i-1 and i+1), rdy2 the column neighbours.
struct JacobiWeights {
  double rdx2 = 0.0;
  double rdy2 = 0.0;
  double beta = 0.0;
};

// niter sweeps in place over f (rows x cols, row-major, packed); r has the same shape and must not overlap f.
// Each sweep reads values of the sweep before only and replaces every inner cell by
//   ((lower + below)*rdx2 + (left + right)*rdy2 - r)*beta
// in binary64, one rounding an operation, nothing fused; a NaN result is stored as canonical_nan_bits.
// The outermost rows and columns keep their bits. rows, cols and niter may be 0.
// `change`, unless null, is told of every row that the first sweep sets.
// Throws std::invalid_argument for a negative size and std::bad_alloc (two rows of scratch).
void jacobi_sweeps(std::int64_t rows, std::int64_t cols, double* f, const double* r, const JacobiWeights& weights,
                   std::int64_t niter, LargestChange* change = nullptr);

// One row of one sweep: the inner columns of `out`, from the row itself and its neighbours as they were before the
// sweep. Columns 0 and cols - 1 of out are not written; nothing is for cols < 3. out overlaps none of the others.
void jacobi_row(std::int64_t cols, const double* lower, const double* middle, const double* below, const double* r,
                double* out, const JacobiWeights& weights);

}  // namespace stencil
