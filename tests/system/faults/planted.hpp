// Whether a fault planted in the host library was chosen: PLANT has its name, PLANT_RANK the rank (every rank unless
// set).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdlib>
#include <cstring>

namespace stencil::faults {

inline bool planted(const char* name) {
  const char* const chosen = std::getenv("PLANT");
  if (chosen == nullptr || std::strcmp(chosen, name) != 0) return false;
  const char* const rank = std::getenv("PLANT_RANK");
  int mine = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &mine);
  return rank == nullptr || std::atoi(rank) == mine;
}

// Call number `at` of every `of` calls: a run that is made again has as many.
inline bool at_call(int at, int of) {
  static int calls = 0;
  return calls++ % of == at;
}

}  // namespace stencil::faults
