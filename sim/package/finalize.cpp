// Where a client's program ends: the report is gathered in MPI_Finalize, or at exit when MPI was never used.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdlib>

#include "host/c/process_accelerator.hpp"
#include "sim/package/client_report.hpp"

// MPI's profiling interface: the library's own MPI_Finalize goes by the name PMPI_Finalize as well.
extern "C" int MPI_Finalize() {
  stencil::write_client_report();
  return PMPI_Finalize();
}

// Fortran's, of the modules mpi and mpi_f08, as gfortran and flang name them: Open MPI's own go past MPI_Finalize.
extern "C" void mpi_finalize_(MPI_Fint* ierror) {
  const int status = MPI_Finalize();
  if (ierror != nullptr) *ierror = status;
}
extern "C" void mpi_finalize_f08_(MPI_Fint* ierror) {
  mpi_finalize_(ierror);
}

namespace {

void at_exit() {
  int initialized = 0;
  MPI_Initialized(&initialized);
  // With MPI the report has been written, or the program did not end as it should.
  if (!initialized) stencil::write_serial_client_report();
}

__attribute__((constructor)) void begin_report() {
  stencil::keep_client_blocks();
  std::atexit(at_exit);
}

}  // namespace
