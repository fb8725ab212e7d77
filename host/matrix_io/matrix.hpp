// A block-cyclic matrix of doubles as one rank sees it, and a part of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>

#include "host/block_cyclic/layout.hpp"

namespace stencil {

struct DistributedMatrix {
  MPI_Comm comm = MPI_COMM_NULL;  // of at least layout.grid_size() ranks; all of them take part
  BlockCyclicLayout layout;
  std::int64_t lld = 1;     // of this rank's local matrix, in elements
  double* array = nullptr;  // that matrix; may be null where it is empty
};

// Rows [row, row + rows) x columns [col, col + cols), 0-based, inside the matrix.
struct Submatrix {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
};

}  // namespace stencil
