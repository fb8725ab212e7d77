// The operator of the Gauss-Seidel kernel: the average of a point and its four neighbours (patent CN 102200962,
// "Parallel finite difference stencil method based on iteration space tiling").
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/values/canonical_nan.hpp"

namespace stencil {

// Additions in the published order, in binary64, one rounding per operation; a NaN result is canonical.
inline double average_of_five(double north, double south, double centre, double west, double east) {
  return canonical_nan(((((north + south) + centre) + west) + east) / 5.0);
}

// The operator at point p of an array with `cols` values per row, from the current values.
inline double average_of_five_at(const double* p, std::ptrdiff_t cols) {
  return average_of_five(p[-cols], p[cols], p[0], p[-1], p[1]);
}

}  // namespace stencil
