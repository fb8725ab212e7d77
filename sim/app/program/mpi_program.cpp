// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/mpi_program.hpp"

#include <mpi.h>

#include <cstdio>

#include "host/mpi/mpi_leaks.hpp"

namespace stencil {

int mpi_program(int argc, char** argv, const std::function<int(int argc, char** argv)>& body) {
  {
    const MpiMayLeak tries_plugins;
    MPI_Init(&argc, &argv);
  }
  const int status = body(argc, argv);
  check_leaks_before_finalize();
  // Once the ranks part, mpirun ends those that are left when one has a status, and with them what they have not
  // written.
  std::fflush(stdout);
  MPI_Finalize();
  return status;
}

}  // namespace stencil
