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

// libsystemc.so refers to sc_main from a main() of its own, which ours replaces.
__attribute__((weak)) int sc_main(int, char**) {
  return 0;
}
