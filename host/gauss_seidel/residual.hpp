// The residual: how far a field is from a fixed point of the operator.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// The largest |((((north + south) + itself) + west) + east)/5 - itself| over the inner points of a rank: the change
// that one more Jacobi sweep would make, a fifth of the five-point Laplacian. NaN if any of the differences is a NaN.
// @pre called between rounds, when the rank's array holds every neighbour needed
double residual_of(const TileGrid& grid, std::int64_t rank, const double* field);

}  // namespace stencil
