// The making and freeing of communicators as the program calls for them: each is recorded and passed on.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/board/unwatched_calls.hpp"
#include "sim/app/hang_detector/calls/entered.hpp"
#include "sim/app/hang_detector/calls/mpi_next.hpp"

using stencil::all_of;
using stencil::enter;
using stencil::mpi_recorder;
using stencil::MpiCall;

STENCIL_MPI(MPI_Comm_dup, (MPI_Comm comm, MPI_Comm* made), (comm, made)) {
  const auto next = next_MPI_Comm_dup;
  const int code = enter(MpiCall::duplicate, comm, all_of(comm), [&] { return next(comm, made); });
  if (code == MPI_SUCCESS) mpi_recorder()->made(*made);
  return code;
}

STENCIL_MPI(MPI_Cart_create,
            (MPI_Comm comm, int dimensions, const int sizes[], const int periods[], int reorder, MPI_Comm* made),
            (comm, dimensions, sizes, periods, reorder, made)) {
  const auto next = next_MPI_Cart_create;
  const int code = enter(MpiCall::cartesian, comm, all_of(comm),
                         [&] { return next(comm, dimensions, sizes, periods, reorder, made); });
  if (code == MPI_SUCCESS) mpi_recorder()->made(*made);
  return code;
}

STENCIL_MPI(MPI_Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm* made), (comm, color, key, made)) {
  const auto next = next_MPI_Comm_split;
  const int code = enter(MpiCall::split, comm, all_of(comm), [&] { return next(comm, color, key, made); });
  if (code == MPI_SUCCESS) mpi_recorder()->made(*made);
  return code;
}

STENCIL_MPI(MPI_Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made),
            (comm, type, key, info, made)) {
  const auto next = next_MPI_Comm_split_type;
  const int code = enter(MpiCall::split_type, comm, all_of(comm), [&] { return next(comm, type, key, info, made); });
  if (code == MPI_SUCCESS) mpi_recorder()->made(*made);
  return code;
}

STENCIL_MPI(MPI_Comm_free, (MPI_Comm * comm), (comm)) {
  const auto next = next_MPI_Comm_free;
  if (mpi_recorder() != nullptr) mpi_recorder()->freed(*comm);
  return next(comm);
}

STENCIL_MPI(MPI_Comm_disconnect, (MPI_Comm * comm), (comm)) {
  const auto next = next_MPI_Comm_disconnect;
  mpi_recorder()->freed(*comm);
  constexpr MpiCall call = stencil::unwatched_call("MPI_Comm_disconnect");
  return stencil::wait_in(*mpi_recorder(), call, false, {}, [&] { return next(comm); });
}
