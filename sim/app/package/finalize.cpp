// Hooks into both ends of a client's program: its ranks are watched from MPI_Init on; MPI_Finalize gathers the
// report, or the exit if MPI was never used.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "host/arrays/vsda/tokens/finalize_watch.hpp"
#include "host/base/errors.hpp"
#include "host/c/running_step.hpp"
#include "host/mpi/border.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/hang_detector/calls/mpi_next.hpp"
#include "sim/app/hang_detector/nodes/host_names.hpp"
#include "sim/app/package/client_error.hpp"
#include "sim/app/package/client_report.hpp"
#include "sim/app/package/client_watch.hpp"
#include "sim/app/package/settings/end_variables.hpp"

namespace {

bool init_was_ours = false;
bool finalize_was_ours = false;
int end_status = stencil::exit_ok;  // that the process ends with if it is a success otherwise

int begin(int code) {
  init_was_ours = true;
  if (code == MPI_SUCCESS) stencil::c_border("MPI_Init", [] { stencil::begin_client_watch(); });
  return code;
}

// Another library's MPI_Init has called MPI's own.
void warn_of_blind_watch() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (init_was_ours || rank != 0 || !stencil::watch_wanted()) return;
  std::fprintf(stderr,
               "stencil: STENCIL_WATCH: the watch is blind: the program has called another library's MPI_Init, must be "
               "that of libstencil_cosim first\n");
}

}  // namespace

// In front of those of MPI, or of another library that stands behind this one.
extern "C" [[gnu::visibility("default")]] int MPI_Init(int* argc, char*** argv) {
  stencil::refuse_shared_host_name();
  STENCIL_NEXT(MPI_Init);
  return begin(next(argc, argv));
}
extern "C" [[gnu::visibility("default")]] int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  stencil::refuse_shared_host_name();
  STENCIL_NEXT(MPI_Init_thread);
  return begin(next(argc, argv, required, provided));
}

extern "C" [[gnu::visibility("default")]] int MPI_Finalize() {
  finalize_was_ours = true;
  stencil::warn_of_misspelt_variables();
  warn_of_blind_watch();
  stencil::client_is_in_finalize();
  stencil::end_finalize_watch();
  const std::string step = stencil::describe_step_in_flight();
  if (!step.empty()) stencil::fatal_in_finalize(stencil::exit_usage, step);
  stencil::end_client_watch();
  // On rank 0 alone: a launcher that sees it ends the other ranks, which may have work left.
  end_status = stencil::write_client_report();
  STENCIL_NEXT(MPI_Finalize);
  return next();
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

void at_exit(int status, void* /*unused*/) {
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  // With MPI the report has been written already, unless the program ended abnormally.
  if (initialized && !finalized) stencil::client_exits(status);
  // That of another library alone has been called: this process has ended as it should.
  if (finalized) stencil::client_ends();
  if (!initialized) stencil::warn_of_misspelt_variables();
  const std::string step = initialized ? "" : stencil::describe_step_in_flight();
  if (!step.empty()) std::fprintf(stderr, "stencil: %s; the report leaves it out\n", step.c_str());
  if (!initialized && !stencil::error_was_reported()) end_status = stencil::write_serial_client_report();
  const char* report = std::getenv("STENCIL_REPORT");
  if (finalized && !finalize_was_ours && report != nullptr && *report != '\0') {
    std::fprintf(stderr,
                 "stencil: STENCIL_REPORT = %s is not written: the program has called MPI's own MPI_Finalize, must "
                 "be that of libstencil_cosim; link it before MPI\n",
                 report);
  }
  if (status != stencil::exit_ok || end_status == stencil::exit_ok) return;
  std::fflush(nullptr);
  _exit(end_status);
}

__attribute__((constructor)) void begin_report() {
  stencil::keep_client_blocks();
  on_exit(at_exit, nullptr);
}

}  // namespace
