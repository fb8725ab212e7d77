// References for the convergence of Gauss-Seidel: other orders of the same operator, and the residual.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// All work over the inner points of f (rows x cols, packed), with the average of five (models/average_of_five.hpp), and
// throw std::invalid_argument for a negative size.

// One Jacobi sweep in place: every operand is from before the sweep. Throws std::bad_alloc (two rows of scratch).
void average_jacobi_sweep(std::int64_t rows, std::int64_t cols, double* f);

// One red-black sweep in place: all points with even row + column, then the others.
void red_black_sweep(std::int64_t rows, std::int64_t cols, double* f);

// The largest |operator(point) - point|: the change that one more Jacobi sweep would make, a fifth of the five-point
// Laplacian. 0 without inner points; the canonical NaN if any of the differences is a NaN.
double average_residual(std::int64_t rows, std::int64_t cols, const double* f);

}  // namespace stencil
