// Collective calls, and those that must have entered one before it can end on this rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <vector>

#include "sim/app/hang_detector/calls/mpi_next.hpp"

namespace stencil {

// Ranks in comm: all, those below this one, and all where this one is the root.
inline std::vector<int> all_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

inline std::vector<int> lower(MPI_Comm comm) {
  std::vector<int> ranks(static_cast<std::size_t>(rank_in(comm)));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

inline std::vector<int> all_for_root(MPI_Comm comm, int root) {
  return rank_in(comm) == root ? all_of(comm) : std::vector<int>();
}

// Runs a collective call that is recorded, with the ranks that must enter it.  @pre there is a recorder
template <typename Call>
int enter(MpiCall name, MPI_Comm comm, const std::vector<int>& from, const Call& call) {
  Recorder* const recorder = mpi_recorder();
  return wait_in(*recorder, name, false, recorder->enter(comm, name, from), call);
}

}  // namespace stencil
