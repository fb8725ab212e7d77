// The rank of this process and the number of ranks in a test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace stencil::test {

inline int comm_rank(MPI_Comm comm = MPI_COMM_WORLD) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

inline int comm_size(MPI_Comm comm = MPI_COMM_WORLD) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

}  // namespace stencil::test
