// Ends fatally in the way its argument names; fatal_test looks at the remains.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "host/mpi/fatal.hpp"
#include "vsda.h"

#ifdef __SANITIZE_ADDRESS__
// This program is ended on purpose; leaks of Open MPI do not matter then.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

namespace {

void fail_again() {
  stencil::fatal("at_exit", 3, "a second fatal error");
}

void last_work(int status, const std::string& line) {
  std::fprintf(stderr, "last work: %d, %s\n", status, line.c_str());
}

void run_with_mpi(const std::string& mode) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (mode == "argument" && rank == 1) stencil::fatal("f_to_accel", 2, "length = -1, must be >= 0");
  if (mode == "device" && rank == 1) stencil::fatal("itstep_accel", 3, "no answer within 100 cycles");
  if (mode == "vsda" && rank == 1) VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, -4, 8, 0, nullptr, nullptr, nullptr);
  if (mode == "unended" && rank == 1) {
    VSDA vsda;
    static MPI_Request token[4];
    VSDA_Create(MPI_COMM_SELF, VSDA_BLOCKED, 0, 4, 8, 0, nullptr, nullptr, &vsda);
    static double local_part[4];
    VSDA_Update_begin(&vsda, token, local_part);
  }
  if (mode == "truncated" || mode == "truncated_dup") {
    MPI_Comm comm = MPI_COMM_WORLD;
    if (mode == "truncated_dup") MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    VSDA vsda;
    MPI_Request token[4];
    double local_part[16] = {};
    VSDA_Create(comm, VSDA_BLOCKED, 0, 12, 8, rank == 0 ? 2 : 3, nullptr, nullptr, &vsda);
    VSDA_Update_begin(&vsda, token, local_part);
    if (rank != 0) MPI_Barrier(MPI_COMM_WORLD);  // rank 0, which gets too much, ends them all
    VSDA_Update_end(token);
  }
  if (mode == "own_mpi_error") {
    VSDA vsda;
    VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, 12, 8, 0, nullptr, nullptr, &vsda);
    double words[2] = {};
    if (rank == 0) MPI_Send(words, 2, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(words, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  // In mode "unended" rank 1 never returns from MPI_Finalize; the others must not end the run before it has printed.
  if (mode != "unended") MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "before_init") stencil::fatal("early", 2, "before MPI_Init");
  if (mode == "vsda_before_init") {
    VSDA vsda;
    VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, 4, 8, 0, nullptr, nullptr, &vsda);
  }
  if (mode == "last_work") stencil::set_last_work(last_work);
  if (mode == "twice" || mode == "last_work") {
    std::atexit(fail_again);
    stencil::fatal("first", 2, "the first error");
  }
  if (mode == "stdout_first") {
    std::printf("printed before ");
    stencil::fatal("late", 2, "the error");
  }
  MPI_Init(&argc, &argv);
  run_with_mpi(mode);
  MPI_Finalize();
  if (mode == "after_finalize") stencil::fatal("late", 3, "after MPI_Finalize");
  return 0;
}
