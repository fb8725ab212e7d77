// A block-cyclic matrix of doubles in the memory of a communicator's ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/block_cyclic/submatrix.hpp"

namespace stencil {

struct DistributedMatrix : LocalMatrix {
  MPI_Comm comm = MPI_COMM_NULL;  // of layout.grid_size() ranks or more; all of them take part
  double* array = nullptr;        // this rank's local matrix; may be null where it is empty
};

}  // namespace stencil
