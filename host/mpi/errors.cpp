// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/errors.hpp"

#include "host/mpi/check.hpp"

namespace stencil {
namespace {

extern "C" void stencil_handle_mpi_error(MPI_Comm* comm, int* code, ...) {
  if (published_calls > 0) return;
  // No exception may pass through MPI, so MPI's default handler ends the program.
  MPI_Comm_set_errhandler(*comm, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_call_errhandler(*comm, *code);
}

// Never freed: communicators may have it until MPI_Finalize.
MPI_Errhandler own_handler() {
  static const MPI_Errhandler handler = [] {
    MPI_Errhandler made = MPI_ERRHANDLER_NULL;
    check_mpi(MPI_Comm_create_errhandler(stencil_handle_mpi_error, &made), "MPI_Comm_create_errhandler");
    return made;
  }();
  return handler;
}

}  // namespace

void return_errors_to_published_functions(MPI_Comm comm) {
  for (const MPI_Comm one : {MPI_COMM_WORLD, comm}) {
    MPI_Errhandler before = MPI_ERRHANDLER_NULL;
    check_mpi(MPI_Comm_get_errhandler(one, &before), "MPI_Comm_get_errhandler");
    const bool is_default = before == MPI_ERRORS_ARE_FATAL;
    if (is_default) check_mpi(MPI_Comm_set_errhandler(one, own_handler()), "MPI_Comm_set_errhandler");
    check_mpi(MPI_Errhandler_free(&before), "MPI_Errhandler_free");
  }
}

}  // namespace stencil
