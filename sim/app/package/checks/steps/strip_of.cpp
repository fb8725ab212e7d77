// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/strip_of.hpp"

#include <mpi.h>

#include "host/mpi/fatal.hpp"

namespace stencil {

std::optional<std::int64_t> strip_of(const StepInfo& step) {
  if (!step.scheme.even) return std::nullopt;
  int rank = 0, ranks = 1;
  if (mpi_is_running()) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  }
  return step.part * ranks + rank;
}

}  // namespace stencil
