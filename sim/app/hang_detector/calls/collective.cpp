// MPI's collective calls as the program calls them, and its end: each is recorded and passed on.
// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "sim/app/hang_detector/calls/mpi_next.hpp"

using stencil::mpi_recorder;
using stencil::MpiCall;
using stencil::Recorder;

namespace {

// Those that must have entered a call before it can end on this rank.
std::vector<int> all_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

std::vector<int> lower(MPI_Comm comm) {
  std::vector<int> ranks(static_cast<std::size_t>(rank_in(comm)));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

std::vector<int> all_for_root(MPI_Comm comm, int root) {
  return rank_in(comm) == root ? all_of(comm) : std::vector<int>();
}

template <typename Call>
int enter(MpiCall name, MPI_Comm comm, const std::vector<int>& from, const Call& call) {
  Recorder* const recorder = mpi_recorder();
  return stencil::wait_in(*recorder, name, false, recorder->enter(comm, name, from), call);
}

}  // namespace

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  STENCIL_NEXT(MPI_Barrier);
  if (mpi_recorder() == nullptr) return next(comm);
  return enter(MpiCall::barrier, comm, all_of(comm), [&] { return next(comm); });
}

// Without data MPI need not wait for anyone.
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  STENCIL_NEXT(MPI_Bcast);
  if (mpi_recorder() == nullptr) return next(data, count, type, root, comm);
  const bool waits = count > 0 && rank_in(comm) != root;
  return enter(MpiCall::broadcast, comm, waits ? std::vector<int>{root} : std::vector<int>(),
               [&] { return next(data, count, type, root, comm); });
}

int MPI_Reduce(const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  STENCIL_NEXT(MPI_Reduce);
  if (mpi_recorder() == nullptr) return next(mine, result, count, type, op, root, comm);
  return enter(MpiCall::reduce, comm, count > 0 ? all_for_root(comm, root) : std::vector<int>(),
               [&] { return next(mine, result, count, type, op, root, comm); });
}

int MPI_Allreduce(const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  STENCIL_NEXT(MPI_Allreduce);
  if (mpi_recorder() == nullptr) return next(mine, result, count, type, op, comm);
  return enter(MpiCall::all_reduce, comm, count > 0 ? all_of(comm) : std::vector<int>(),
               [&] { return next(mine, result, count, type, op, comm); });
}

int MPI_Exscan(const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  STENCIL_NEXT(MPI_Exscan);
  if (mpi_recorder() == nullptr) return next(mine, result, count, type, op, comm);
  return enter(MpiCall::exclusive_scan, comm, count > 0 ? lower(comm) : std::vector<int>(),
               [&] { return next(mine, result, count, type, op, comm); });
}

int MPI_Gather(const void* mine, int count, MPI_Datatype type, void* all, int counts, MPI_Datatype types, int root,
               MPI_Comm comm) {
  STENCIL_NEXT(MPI_Gather);
  if (mpi_recorder() == nullptr) return next(mine, count, type, all, counts, types, root, comm);
  return enter(MpiCall::gather, comm, count > 0 ? all_for_root(comm, root) : std::vector<int>(),
               [&] { return next(mine, count, type, all, counts, types, root, comm); });
}

int MPI_Gatherv(const void* mine, int count, MPI_Datatype type, void* all, const int counts[], const int offsets[],
                MPI_Datatype types, int root, MPI_Comm comm) {
  STENCIL_NEXT(MPI_Gatherv);
  if (mpi_recorder() == nullptr) return next(mine, count, type, all, counts, offsets, types, root, comm);
  std::vector<int> from;
  for (const int rank : all_for_root(comm, root)) {
    if (counts[rank] > 0) from.push_back(rank);
  }
  return enter(MpiCall::gather_v, comm, from,
               [&] { return next(mine, count, type, all, counts, offsets, types, root, comm); });
}

int MPI_Allgather(const void* mine, int count, MPI_Datatype type, void* all, int counts, MPI_Datatype types,
                  MPI_Comm comm) {
  STENCIL_NEXT(MPI_Allgather);
  if (mpi_recorder() == nullptr) return next(mine, count, type, all, counts, types, comm);
  return enter(MpiCall::all_gather, comm, counts > 0 ? all_of(comm) : std::vector<int>(),
               [&] { return next(mine, count, type, all, counts, types, comm); });
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  STENCIL_NEXT(MPI_Comm_split);
  if (mpi_recorder() == nullptr) return next(comm, color, key, made);
  const int code = enter(MpiCall::split, comm, all_of(comm), [&] { return next(comm, color, key, made); });
  if (code == MPI_SUCCESS) mpi_recorder()->made(*made);
  return code;
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
  STENCIL_NEXT(MPI_Comm_split_type);
  if (mpi_recorder() == nullptr) return next(comm, type, key, info, made);
  const int code = enter(MpiCall::split_type, comm, all_of(comm), [&] { return next(comm, type, key, info, made); });
  if (code == MPI_SUCCESS) mpi_recorder()->made(*made);
  return code;
}

int MPI_Comm_free(MPI_Comm* comm) {
  STENCIL_NEXT(MPI_Comm_free);
  if (mpi_recorder() != nullptr) mpi_recorder()->freed(*comm);
  return next(comm);
}

int MPI_File_open(MPI_Comm comm, const char* path, int mode, MPI_Info info, MPI_File* file) {
  STENCIL_NEXT(MPI_File_open);
  if (mpi_recorder() == nullptr) return next(comm, path, mode, info, file);
  return enter(MpiCall::file_open, comm, all_of(comm), [&] { return next(comm, path, mode, info, file); });
}

int MPI_Abort(MPI_Comm comm, int status) {
  STENCIL_NEXT(MPI_Abort);
  if (mpi_recorder() != nullptr) mpi_recorder()->set_life(stencil::RankState::Life::ending);
  return next(comm, status);
}

}  // extern "C"
