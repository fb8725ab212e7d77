// For programs of users: MPI's other functions that send, receive or complete. Of a rank that calls one nothing is
// proved from then on, since its messages are no longer counted.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/mpi_next.hpp"

// Parameters and arguments stand in parentheses.
#define STENCIL_UNWATCHED(function, parameters, arguments) \
  STENCIL_MPI(function, parameters, arguments) {           \
    stencil::mpi_recorder()->give_up();                    \
    return next_##function arguments;                      \
  }
#define STENCIL_UNWATCHED_START(function, pointer)                                                                     \
  STENCIL_UNWATCHED(function,                                                                                          \
                    (pointer data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* made), \
                    (data, count, type, peer, tag, comm, made))

STENCIL_UNWATCHED_START(MPI_Send_init, const void*)
STENCIL_UNWATCHED_START(MPI_Ssend_init, const void*)
STENCIL_UNWATCHED_START(MPI_Bsend_init, const void*)
STENCIL_UNWATCHED_START(MPI_Rsend_init, const void*)
STENCIL_UNWATCHED_START(MPI_Recv_init, void*)
STENCIL_UNWATCHED(MPI_Improbe, (int peer, int tag, MPI_Comm comm, int* there, MPI_Message* message, MPI_Status* status),
                  (peer, tag, comm, there, message, status))
STENCIL_UNWATCHED(MPI_Request_free, (MPI_Request * request), (request))
