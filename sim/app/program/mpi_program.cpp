// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/mpi_program.hpp"

#include <mpi.h>

#include "host/mpi/mpi_leaks.hpp"
#include "sim/app/cli/standard_output.hpp"

namespace stencil {

int mpi_program(int argc, char** argv, const std::function<int(int argc, char** argv)>& body) {
  {
    const MpiMayLeak tries_plugins;
    MPI_Init(&argc, &argv);
  }
  // Flushes before the ranks part: mpirun ends those that are left when one has a status, and with them what they have
  // not written.
  const int status = status_with_output("stencil-cosim", body(argc, argv));
  check_leaks_before_finalize();
  MPI_Finalize();
  return status;
}

}  // namespace stencil
