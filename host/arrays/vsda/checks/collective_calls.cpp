// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/checks/collective_calls.hpp"

#include <mpi.h>

#include <atomic>

#include "host/mpi/check.hpp"

namespace stencil {
namespace {

std::atomic<std::int64_t> made{0};

}  // namespace

std::int64_t collective_calls() {
  return made;
}

std::int64_t count_collective_call() {
  return ++made;
}

bool calls_mpi_in_one_thread() {
  int level = MPI_THREAD_MULTIPLE;
  check_mpi(MPI_Query_thread(&level), "MPI_Query_thread");
  return level <= MPI_THREAD_FUNNELED;
}

}  // namespace stencil
