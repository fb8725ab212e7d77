// MPI's collective calls as the program calls them, and its end: each is recorded and passed on.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/entered.hpp"
#include "sim/app/hang_detector/calls/mpi_next.hpp"

using stencil::all_for_root;
using stencil::all_of;
using stencil::enter;
using stencil::lower;
using stencil::mpi_recorder;
using stencil::MpiCall;
using stencil::rank_in;

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
