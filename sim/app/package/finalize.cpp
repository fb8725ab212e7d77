// Hooks into both ends of a client's program: its ranks are watched from MPI_Init on; MPI_Finalize gathers the
// report, or the exit if MPI was never used.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "host/arrays/vsda/tokens/finalize_watch.hpp"
#include "host/base/errors.hpp"
#include "host/c/running_step.hpp"
#include "host/mpi/border.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/package/client_error.hpp"
#include "sim/app/package/client_report.hpp"
#include "sim/app/package/client_watch.hpp"

namespace {

bool finalize_was_ours = false;

int begin(int code) {
  if (code == MPI_SUCCESS) stencil::c_border("MPI_Init", [] { stencil::begin_client_watch(); });
  return code;
}

}  // namespace

// MPI's profiling interface: the MPI library's own functions are also named PMPI_...
extern "C" [[gnu::visibility("default")]] int MPI_Init(int* argc, char*** argv) {
  return begin(PMPI_Init(argc, argv));
}
extern "C" [[gnu::visibility("default")]] int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return begin(PMPI_Init_thread(argc, argv, required, provided));
}

extern "C" [[gnu::visibility("default")]] int MPI_Finalize() {
  finalize_was_ours = true;
  stencil::warn_of_misspelt_variables();
  stencil::client_is_in_finalize();
  stencil::end_finalize_watch();
  const std::string step = stencil::describe_step_in_flight();
  if (!step.empty()) stencil::fatal_in_finalize(stencil::exit_usage, step);
  stencil::end_client_watch();
  stencil::write_client_report();
  return PMPI_Finalize();
}

// Fortran's, of the modules mpi and mpi_f08, as gfortran and flang name them: those of Open MPI do not call
// MPI_Init and MPI_Finalize. Those of f08 may be given no ierror.
extern "C" [[gnu::visibility("default")]] void mpi_init_(MPI_Fint* ierror) {
  const int status = MPI_Init(nullptr, nullptr);
  if (ierror != nullptr) *ierror = status;
}
extern "C" [[gnu::visibility("default")]] void mpi_init_f08_(MPI_Fint* ierror) {
  mpi_init_(ierror);
}
extern "C" [[gnu::visibility("default")]] void mpi_init_thread_(MPI_Fint* required, MPI_Fint* provided,
                                                                MPI_Fint* ierror) {
  int level = 0;
  const int status = MPI_Init_thread(nullptr, nullptr, *required, &level);
  *provided = level;
  if (ierror != nullptr) *ierror = status;
}
extern "C" [[gnu::visibility("default")]] void mpi_init_thread_f08_(MPI_Fint* required, MPI_Fint* provided,
                                                                    MPI_Fint* ierror) {
  mpi_init_thread_(required, provided, ierror);
}

extern "C" [[gnu::visibility("default")]] void mpi_finalize_(MPI_Fint* ierror) {
  const int status = MPI_Finalize();
  if (ierror != nullptr) *ierror = status;
}
extern "C" [[gnu::visibility("default")]] void mpi_finalize_f08_(MPI_Fint* ierror) {
  mpi_finalize_(ierror);
}

namespace {

void at_exit() {
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  // With MPI the report has been written already, unless the program ended abnormally.
  if (!initialized) stencil::warn_of_misspelt_variables();
  const std::string step = initialized ? "" : stencil::describe_step_in_flight();
  if (!step.empty()) std::fprintf(stderr, "stencil: %s; the report leaves it out\n", step.c_str());
  if (!initialized && !stencil::error_was_reported()) stencil::write_serial_client_report();
  const char* report = std::getenv("STENCIL_REPORT");
  if (finalized && !finalize_was_ours && report != nullptr && *report != '\0') {
    std::fprintf(stderr,
                 "stencil: STENCIL_REPORT = %s is not written: the program has called MPI's own MPI_Finalize, must "
                 "be that of libstencil_cosim; link it before MPI\n",
                 report);
  }
}

__attribute__((constructor)) void begin_report() {
  stencil::keep_client_blocks();
  std::atexit(at_exit);
}

}  // namespace
