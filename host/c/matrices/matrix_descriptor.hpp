// What stands behind the descriptors and contexts of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>

#include "host/arrays/block_cyclic/layout.hpp"
#include "host/base/handle_table.hpp"

namespace stencil {

// A grid of processes: the first nprow*npcol ranks of a communicator in row-major order.
struct GridContext {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  std::int64_t nprow = 1;
  std::int64_t npcol = 1;
};

HandleTable<GridContext>& grid_contexts();

// A matrix as the calling rank sees it. Its local matrix has smallest_lld <= lld, in elements.
struct MatrixDescriptor {
  MPI_Comm comm = MPI_COMM_NULL;  // of the context; at least layout.grid_size() ranks
  int rank = 0;                   // of the caller in comm, perhaps beyond the grid
  BlockCyclicLayout layout;
  std::int64_t lld = 1;

  bool in_grid() const { return layout.in_grid(rank); }
  std::int64_t local_rows() const { return layout.local_rows(rank); }
  std::int64_t local_cols() const { return layout.local_cols(rank); }
};

// Reads and checks the nine numbers of a descriptor of doubles, however they came to be there.
// Throws ArgumentError "ARGUMENT: FIELD_ = VALUE, must be ...".
MatrixDescriptor matrix_descriptor(const char* argument, const std::int64_t* desc);

// The same for functions that are called element by element: what this thread found last time is not found again, as
// long as the nine numbers are the same and no context has been freed since. Valid until the thread's next call.
const MatrixDescriptor& recent_matrix_descriptor(const char* argument, const std::int64_t* desc);

// Makes every thread look at its descriptors again. To be called when a context is gone.
void forget_recent_descriptors();

// Throws ArgumentError for a null array on a rank that holds elements of the matrix.
void check_local_array(const char* argument, const double* array, const MatrixDescriptor& matrix);

}  // namespace stencil
