// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/mpi_program.hpp"

#include <mpi.h>

#include <cstdio>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace stencil {

int mpi_program(int argc, char** argv, const std::function<int(int argc, char** argv)>& body) {
#ifdef __SANITIZE_ADDRESS__
  __lsan_disable();
#endif
  MPI_Init(&argc, &argv);
#ifdef __SANITIZE_ADDRESS__
  __lsan_enable();
#endif
  const int status = body(argc, argv);
#ifdef __SANITIZE_ADDRESS__
  __lsan_do_leak_check();
#endif
  // Once the ranks part, mpirun ends those that are left when one has a status, and with them what they have not
  // written.
  std::fflush(stdout);
  MPI_Finalize();
  return status;
}

}  // namespace stencil
