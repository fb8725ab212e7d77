// What Gauss-Seidel is measured against: other orders of the same operator, and the residual.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// In place over the inner points of f (rows x cols, packed), with the average of five; see models/gauss_seidel.hpp.
// All throw std::invalid_argument for a negative size.

// One Jacobi sweep: every operand is from before the sweep. std::bad_alloc: two rows of scratch.
void average_jacobi_sweep(std::int64_t rows, std::int64_t cols, double* f);

// One red-black sweep: all points with even row + column, then the others.
void red_black_sweep(std::int64_t rows, std::int64_t cols, double* f);

// The largest |operator(point) - point| over the inner points: what one more Jacobi sweep would change, a fifth of the
// five-point Laplacian. 0 without inner points; the canonical NaN where any of the differences is one.
double average_residual(std::int64_t rows, std::int64_t cols, const double* f);

}  // namespace stencil
