// stencil-cosim: the program.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include "sim/cli/command_line.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int status = stencil::command_line(MPI_COMM_WORLD, argc, argv);
  MPI_Finalize();
  return status;
}
