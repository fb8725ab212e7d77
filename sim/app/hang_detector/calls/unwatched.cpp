// For programs of users: MPI's other functions that send, receive or complete. Of a rank that calls one nothing is
// proved from then on, since its messages are no longer counted.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/mpi_next.hpp"

namespace {

void give_up() {
  if (stencil::Recorder* const recorder = stencil::mpi_recorder()) recorder->give_up();
}

}  // namespace

// Parameters and arguments stand in parentheses.
#define STENCIL_UNWATCHED(function, parameters, arguments) \
  int function parameters {                                \
    STENCIL_NEXT(function);                                \
    give_up();                                             \
    return next arguments;                                 \
  }
#define STENCIL_UNWATCHED_SEND(function)                                                                          \
  STENCIL_UNWATCHED(function, (const void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm), \
                    (data, count, type, peer, tag, comm))
#define STENCIL_UNWATCHED_START(function, pointer)                                                                     \
  STENCIL_UNWATCHED(function,                                                                                          \
                    (pointer data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* made), \
                    (data, count, type, peer, tag, comm, made))

extern "C" {

STENCIL_UNWATCHED_SEND(MPI_Ssend)
STENCIL_UNWATCHED_SEND(MPI_Bsend)
STENCIL_UNWATCHED_SEND(MPI_Rsend)
STENCIL_UNWATCHED_START(MPI_Issend, const void*)
STENCIL_UNWATCHED_START(MPI_Ibsend, const void*)
STENCIL_UNWATCHED_START(MPI_Irsend, const void*)
STENCIL_UNWATCHED_START(MPI_Send_init, const void*)
STENCIL_UNWATCHED_START(MPI_Ssend_init, const void*)
STENCIL_UNWATCHED_START(MPI_Bsend_init, const void*)
STENCIL_UNWATCHED_START(MPI_Rsend_init, const void*)
STENCIL_UNWATCHED_START(MPI_Recv_init, void*)
STENCIL_UNWATCHED(MPI_Sendrecv_replace,
                  (void* data, int count, MPI_Datatype type, int to, int to_tag, int from, int from_tag, MPI_Comm comm,
                   MPI_Status* status),
                  (data, count, type, to, to_tag, from, from_tag, comm, status))
STENCIL_UNWATCHED(MPI_Mprobe, (int peer, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status),
                  (peer, tag, comm, message, status))
STENCIL_UNWATCHED(MPI_Improbe, (int peer, int tag, MPI_Comm comm, int* there, MPI_Message* message, MPI_Status* status),
                  (peer, tag, comm, there, message, status))
STENCIL_UNWATCHED(MPI_Testall, (int count, MPI_Request requests[], int* done, MPI_Status statuses[]),
                  (count, requests, done, statuses))
STENCIL_UNWATCHED(MPI_Testany, (int count, MPI_Request requests[], int* index, int* done, MPI_Status* status),
                  (count, requests, index, done, status))
STENCIL_UNWATCHED(MPI_Testsome, (int count, MPI_Request requests[], int* ended, int indices[], MPI_Status statuses[]),
                  (count, requests, ended, indices, statuses))
STENCIL_UNWATCHED(MPI_Waitsome, (int count, MPI_Request requests[], int* ended, int indices[], MPI_Status statuses[]),
                  (count, requests, ended, indices, statuses))
STENCIL_UNWATCHED(MPI_Request_free, (MPI_Request * request), (request))
STENCIL_UNWATCHED(MPI_Comm_disconnect, (MPI_Comm * comm), (comm))

}  // extern "C"
