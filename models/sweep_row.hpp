// One row of one sweep, by each of the point operators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/values/sweep_weights.hpp"

namespace stencil {

// Sets the inner columns of `out` from the row itself and its neighbours, all as they were before the sweep, in
// binary64, one rounding an operation, nothing fused; a NaN result is stored as canonical_nan_bits. Columns 0 and
// cols - 1 of out are not written; nothing is for cols < 3. out overlaps none of the others.
void sweep_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
               double* out, const SweepWeights& weights);

}  // namespace stencil
