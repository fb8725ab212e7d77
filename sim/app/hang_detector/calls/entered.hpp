// Collective calls, and those that must have entered one before it can end on this rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "sim/app/hang_detector/calls/mpi_next.hpp"

namespace stencil {

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

inline std::vector<int> first_ranks(int number) {
  std::vector<int> ranks(static_cast<std::size_t>(number));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

// Ranks in comm, none where count is 0: all; those below this one; all where this one is the root; the root where this
// one is another.
inline std::vector<int> all_of(MPI_Comm comm, int count = 1) {
  return first_ranks(count > 0 ? size_of(comm) : 0);
}
inline std::vector<int> lower(MPI_Comm comm, int count) {
  return first_ranks(count > 0 ? rank_in(comm) : 0);
}
inline std::vector<int> all_for_root(MPI_Comm comm, int root, int count = 1) {
  return rank_in(comm) == root ? all_of(comm, count) : std::vector<int>();
}
inline std::vector<int> root_alone(MPI_Comm comm, int root, int count) {
  return count > 0 && rank_in(comm) != root ? std::vector<int>{root} : std::vector<int>();
}

// Of these ranks those of which something comes.
inline std::vector<int> those_with(const int* counts, std::vector<int> ranks) {
  ranks.erase(std::remove_if(ranks.begin(), ranks.end(), [&](int rank) { return counts[rank] <= 0; }), ranks.end());
  return ranks;
}

// Runs a collective call that is recorded, with the ranks that must enter it.  @pre there is a recorder
template <typename Call>
int enter(MpiCall name, MPI_Comm comm, const std::vector<int>& from, const Call& call) {
  Recorder* const recorder = mpi_recorder();
  return wait_in(*recorder, name, false, recorder->enter(comm, name, from), call);
}

// The same, also without a recorder; `from` gives those ranks where they are wanted.
template <typename From, typename Call>
int collective(MpiCall name, MPI_Comm comm, const From& from, const Call& call) {
  const auto listener = call_listeners.collective;
  const std::vector<int> ranks = from();
  if (listener != nullptr) listener(comm, name_of(name), static_cast<int>(ranks.size()) == size_of(comm));
  return mpi_recorder() == nullptr ? call() : enter(name, comm, ranks, call);
}

}  // namespace stencil
