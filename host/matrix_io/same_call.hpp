// Detects calls that differ between ranks before the ranks wait for one another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/matrix_io/matrix_file.hpp"

namespace stencil {

// Collective. Throws AgreedError unless all ranks pass the same operation (`what`), path, part, layout of the matrix
// and options, and these are in their ranges.
void check_same_call(const std::string& what, const std::string& path, const DistributedMatrix& matrix,
                     const Submatrix& part, const FileOptions& options);

// The whole of a matrix.
inline Submatrix whole(const DistributedMatrix& matrix) {
  return {0, 0, matrix.layout.rows.n(), matrix.layout.cols.n()};
}

}  // namespace stencil
