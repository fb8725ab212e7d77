// The general five-point operator, with six weights: of a point, its four neighbours and the sum.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/instructions/instructions.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// Sets the inner columns of a row of `out` to
//   ((((an*north + as*south) + (aw*west + ae*east)) + ac*centre) - r)*beta
// in binary64, one rounding per operation, nothing fused: eleven operations per point. A NaN result is
// canonical_nan_bits. For cols < 3 it writes nothing. instructions: which this CPU must have.
// @pre `out` overlaps none of the others
void five_point_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
                    double* out, const FivePointWeights& weights, Instructions instructions = instructions_in_use());

}  // namespace stencil
