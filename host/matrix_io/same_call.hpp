// Finds out that the ranks mean different things before they begin to wait for one another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/matrix_io/matrix.hpp"

namespace stencil {

// Collective. Throws AgreedError unless all ranks do the same (`what`) with the same path, part, layout of the matrix
// and rank that sees the file.
void check_same_call(const std::string& what, const std::string& path, const DistributedMatrix& matrix,
                     const Submatrix& part, int named);

// The whole of a matrix.
inline Submatrix whole(const DistributedMatrix& matrix) {
  return {0, 0, matrix.layout.rows.n(), matrix.layout.cols.n()};
}

}  // namespace stencil
