// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/call_lock.hpp"

#include <mpi.h>

#include "host/mpi/check.hpp"

namespace stencil {

std::atomic<bool> mpi_takes_one_thread_at_a_time{false};

void note_thread_level() {
  int level = MPI_THREAD_MULTIPLE;
  check_mpi(MPI_Query_thread(&level), "MPI_Query_thread");
  mpi_takes_one_thread_at_a_time.store(level < MPI_THREAD_MULTIPLE, std::memory_order_relaxed);
}

}  // namespace stencil
