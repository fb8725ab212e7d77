// How far a field is from where the operator no longer changes it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// The largest |((((north + south) + itself) + west) + east)/5 - itself| over the inner points of a rank: what one more
// Jacobi sweep would change, a fifth of the five-point Laplacian. Between rounds a rank stores every neighbour it
// needs. NaN where any of the differences is one.
double residual_of(const TileGrid& grid, std::int64_t rank, const double* field);

}  // namespace stencil
