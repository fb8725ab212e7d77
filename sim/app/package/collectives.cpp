// Collective calls of a C client, for the checks of VSDA (host/arrays/vsda/checks) and the proof of hangs
// (client_watch.hpp).
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <vector>

#include "host/arrays/vsda/checks/communicator_log.hpp"
#include "host/mpi/border.hpp"
#include "sim/app/hang_detector/calls/entered.hpp"

using stencil::all_for_root;
using stencil::all_of;
using stencil::MpiCall;

namespace {

using Ranks = std::vector<int>;

void begin_collective(MPI_Comm comm, const char* call, bool waits_for_all) {
  stencil::c_border(call, [&] { stencil::begin_collective(comm, call, waits_for_all); });
}

bool is_root(int root, MPI_Comm comm) {
  if (comm != MPI_COMM_WORLD) return false;
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank == root;
}

// from: gives the ranks in comm that must enter the call before it can end here.
template <typename From, typename Call>
int enter(MpiCall name, MPI_Comm comm, const From& from, const Call& call) {
  return stencil::mpi_recorder() == nullptr ? call() : stencil::enter(name, comm, from(), call);
}

}  // namespace

// An mpi.h that does not mark its functions as visible would leave them hidden here.
#pragma GCC visibility push(default)
// MPI's profiling interface: the MPI library's own functions are also named PMPI_... Without data MPI need not wait for
// any rank.
extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  begin_collective(comm, "MPI_Barrier", true);
  return enter(
      MpiCall::barrier, comm, [&] { return all_of(comm); }, [&] { return PMPI_Barrier(comm); });
}

int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  begin_collective(comm, "MPI_Bcast", false);
  return enter(
      MpiCall::broadcast, comm, [&] { return count > 0 && stencil::rank_in(comm) != root ? Ranks{root} : Ranks(); },
      [&] { return PMPI_Bcast(data, count, type, root, comm); });
}

int MPI_Reduce(const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  begin_collective(comm, "MPI_Reduce", count > 0 && is_root(root, comm));
  return enter(
      MpiCall::reduce, comm, [&] { return count > 0 ? all_for_root(comm, root) : Ranks(); },
      [&] { return PMPI_Reduce(mine, result, count, type, op, root, comm); });
}

int MPI_Allreduce(const void* mine, void* result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  begin_collective(comm, "MPI_Allreduce", count > 0);
  return enter(
      MpiCall::all_reduce, comm, [&] { return count > 0 ? all_of(comm) : Ranks(); },
      [&] { return PMPI_Allreduce(mine, result, count, type, op, comm); });
}

int MPI_Gather(const void* mine, int count, MPI_Datatype type, void* all, int counts, MPI_Datatype types, int root,
               MPI_Comm comm) {
  begin_collective(comm, "MPI_Gather", counts > 0 && is_root(root, comm));
  return enter(
      MpiCall::gather, comm, [&] { return count > 0 ? all_for_root(comm, root) : Ranks(); },
      [&] { return PMPI_Gather(mine, count, type, all, counts, types, root, comm); });
}

int MPI_Allgather(const void* mine, int count, MPI_Datatype type, void* all, int counts, MPI_Datatype types,
                  MPI_Comm comm) {
  begin_collective(comm, "MPI_Allgather", counts > 0);
  return enter(
      MpiCall::all_gather, comm, [&] { return counts > 0 ? all_of(comm) : Ranks(); },
      [&] { return PMPI_Allgather(mine, count, type, all, counts, types, comm); });
}

}  // extern "C"
#pragma GCC visibility pop
