// The operator of the Gauss-Seidel kernel: the average of a point and its four neighbours (patent CN 102200962).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/values/canonical_nan.hpp"

namespace stencil {

// The published order of the additions, in binary64, one rounding an operation; a NaN result is canonical.
inline double average_of_five(double north, double south, double centre, double west, double east) {
  return canonical_nan(((((north + south) + centre) + west) + east) / 5.0);
}

// The operator at point p of an array with `cols` values a row, from what the array holds now.
inline double average_of_five_at(const double* p, std::ptrdiff_t cols) {
  return average_of_five(p[-cols], p[cols], p[0], p[-1], p[1]);
}

}  // namespace stencil
