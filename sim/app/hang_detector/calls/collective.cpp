// MPI's collective calls as the program calls them, and its end: each is recorded and passed on.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/entered.hpp"
#include "sim/app/hang_detector/calls/mpi_next.hpp"

using stencil::all_for_root;
using stencil::all_of;
using stencil::collective;
using stencil::lower;
using stencil::MpiCall;
using stencil::root_alone;
using stencil::those_with;

// Each hands on the ranks that must have entered before it can end here. Without data MPI need not wait for anyone.
STENCIL_HEARD(MPI_Barrier, (MPI_Comm comm), (comm)) {
  const auto next = next_MPI_Barrier;
  return collective(
      MpiCall::barrier, comm, [&] { return all_of(comm); }, [&] { return next(comm); });
}

STENCIL_HEARD(MPI_Bcast, (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm),
              (data, count, type, root, comm)) {
  const auto next = next_MPI_Bcast;
  return collective(
      MpiCall::broadcast, comm, [&] { return root_alone(comm, root, count); },
      [&] { return next(data, count, type, root, comm); });
}

STENCIL_HEARD(MPI_Scatter,
              (const void* all, int counts, MPI_Datatype types, void* mine, int count, MPI_Datatype type, int root,
               MPI_Comm comm),
              (all, counts, types, mine, count, type, root, comm)) {
  const auto next = next_MPI_Scatter;
  return collective(
      MpiCall::scatter, comm, [&] { return root_alone(comm, root, count); },
      [&] { return next(all, counts, types, mine, count, type, root, comm); });
}

STENCIL_HEARD(MPI_Scatterv,
              (const void* all, const int counts[], const int offsets[], MPI_Datatype types, void* mine, int count,
               MPI_Datatype type, int root, MPI_Comm comm),
              (all, counts, offsets, types, mine, count, type, root, comm)) {
  const auto next = next_MPI_Scatterv;
  return collective(
      MpiCall::scatter_v, comm, [&] { return root_alone(comm, root, count); },
      [&] { return next(all, counts, offsets, types, mine, count, type, root, comm); });
}

STENCIL_HEARD(MPI_Reduce,
              (const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
              (mine, result, count, type, op, root, comm)) {
  const auto next = next_MPI_Reduce;
  return collective(
      MpiCall::reduce, comm, [&] { return all_for_root(comm, root, count); },
      [&] { return next(mine, result, count, type, op, root, comm); });
}

STENCIL_HEARD(MPI_Allreduce, (const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
              (mine, result, count, type, op, comm)) {
  const auto next = next_MPI_Allreduce;
  return collective(
      MpiCall::all_reduce, comm, [&] { return all_of(comm, count); },
      [&] { return next(mine, result, count, type, op, comm); });
}

STENCIL_HEARD(MPI_Reduce_scatter,
              (const void* mine, void* result, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),
              (mine, result, counts, type, op, comm)) {
  const auto next = next_MPI_Reduce_scatter;
  return collective(
      MpiCall::reduce_scatter, comm, [&] { return all_of(comm, counts[stencil::rank_in(comm)]); },
      [&] { return next(mine, result, counts, type, op, comm); });
}

STENCIL_HEARD(MPI_Reduce_scatter_block,
              (const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
              (mine, result, count, type, op, comm)) {
  const auto next = next_MPI_Reduce_scatter_block;
  return collective(
      MpiCall::reduce_scatter_block, comm, [&] { return all_of(comm, count); },
      [&] { return next(mine, result, count, type, op, comm); });
}

STENCIL_HEARD(MPI_Scan, (const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
              (mine, result, count, type, op, comm)) {
  const auto next = next_MPI_Scan;
  return collective(
      MpiCall::scan, comm, [&] { return lower(comm, count); },
      [&] { return next(mine, result, count, type, op, comm); });
}

STENCIL_HEARD(MPI_Exscan, (const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
              (mine, result, count, type, op, comm)) {
  const auto next = next_MPI_Exscan;
  return collective(
      MpiCall::exclusive_scan, comm, [&] { return lower(comm, count); },
      [&] { return next(mine, result, count, type, op, comm); });
}

STENCIL_HEARD(MPI_Gather,
              (const void* mine, int count, MPI_Datatype type, void* all, int counts, MPI_Datatype types, int root,
               MPI_Comm comm),
              (mine, count, type, all, counts, types, root, comm)) {
  const auto next = next_MPI_Gather;
  return collective(
      MpiCall::gather, comm, [&] { return all_for_root(comm, root, counts); },
      [&] { return next(mine, count, type, all, counts, types, root, comm); });
}

STENCIL_HEARD(MPI_Gatherv,
              (const void* mine, int count, MPI_Datatype type, void* all, const int counts[], const int offsets[],
               MPI_Datatype types, int root, MPI_Comm comm),
              (mine, count, type, all, counts, offsets, types, root, comm)) {
  const auto next = next_MPI_Gatherv;
  return collective(
      MpiCall::gather_v, comm, [&] { return those_with(counts, all_for_root(comm, root, 1)); },
      [&] { return next(mine, count, type, all, counts, offsets, types, root, comm); });
}

STENCIL_HEARD(MPI_Allgather,
              (const void* mine, int count, MPI_Datatype type, void* all, int counts, MPI_Datatype types,
               MPI_Comm comm),
              (mine, count, type, all, counts, types, comm)) {
  const auto next = next_MPI_Allgather;
  return collective(
      MpiCall::all_gather, comm, [&] { return all_of(comm, counts); },
      [&] { return next(mine, count, type, all, counts, types, comm); });
}

STENCIL_HEARD(MPI_Allgatherv,
              (const void* mine, int count, MPI_Datatype type, void* all, const int counts[], const int offsets[],
               MPI_Datatype types, MPI_Comm comm),
              (mine, count, type, all, counts, offsets, types, comm)) {
  const auto next = next_MPI_Allgatherv;
  return collective(
      MpiCall::all_gather_v, comm, [&] { return those_with(counts, all_of(comm)); },
      [&] { return next(mine, count, type, all, counts, offsets, types, comm); });
}

STENCIL_HEARD(MPI_Alltoall,
              (const void* mine, int count, MPI_Datatype type, void* all, int counts, MPI_Datatype types,
               MPI_Comm comm),
              (mine, count, type, all, counts, types, comm)) {
  const auto next = next_MPI_Alltoall;
  return collective(
      MpiCall::all_to_all, comm, [&] { return all_of(comm, counts); },
      [&] { return next(mine, count, type, all, counts, types, comm); });
}

STENCIL_HEARD(MPI_Alltoallv,
              (const void* mine, const int out[], const int out_offsets[], MPI_Datatype type, void* all,
               const int counts[], const int offsets[], MPI_Datatype types, MPI_Comm comm),
              (mine, out, out_offsets, type, all, counts, offsets, types, comm)) {
  const auto next = next_MPI_Alltoallv;
  return collective(
      MpiCall::all_to_all_v, comm, [&] { return those_with(counts, all_of(comm)); },
      [&] { return next(mine, out, out_offsets, type, all, counts, offsets, types, comm); });
}

STENCIL_HEARD(MPI_Alltoallw,
              (const void* mine, const int out[], const int out_offsets[], const MPI_Datatype type[], void* all,
               const int counts[], const int offsets[], const MPI_Datatype types[], MPI_Comm comm),
              (mine, out, out_offsets, type, all, counts, offsets, types, comm)) {
  const auto next = next_MPI_Alltoallw;
  return collective(
      MpiCall::all_to_all_w, comm, [&] { return those_with(counts, all_of(comm)); },
      [&] { return next(mine, out, out_offsets, type, all, counts, offsets, types, comm); });
}

STENCIL_HEARD(MPI_File_open, (MPI_Comm comm, const char* path, int mode, MPI_Info info, MPI_File* file),
              (comm, path, mode, info, file)) {
  const auto next = next_MPI_File_open;
  return collective(
      MpiCall::file_open, comm, [&] { return all_of(comm); }, [&] { return next(comm, path, mode, info, file); });
}

STENCIL_HEARD(MPI_Abort, (MPI_Comm comm, int status), (comm, status)) {
  const auto next = next_MPI_Abort;
  if (stencil::mpi_recorder() != nullptr) stencil::mpi_recorder()->set_life(stencil::RankState::Life::ending);
  if (stencil::call_listeners.abort != nullptr) stencil::call_listeners.abort(status);
  return next(comm, status);
}
