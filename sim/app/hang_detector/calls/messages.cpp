// MPI's messages as the program calls them: each is recorded and passed on.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/mpi_next.hpp"

using stencil::mpi_recorder;
using stencil::MpiCall;
using stencil::Recorder;

namespace {

bool is_large(Recorder& recorder, int count, MPI_Datatype type) {
  return recorder.eager_limit() >= 0 && stencil::message_bytes(count, type) > recorder.eager_limit();
}

// synchronous: it ends when its message is received, however small it is; buffered: at once.
enum class Mode { standard, synchronous, buffered };

template <typename Next>
int send(const Next& next, MpiCall call, Mode mode, const void* data, int count, MPI_Datatype type, int peer, int tag,
         MPI_Comm comm) {
  Recorder* const recorder = mpi_recorder();
  const Recorder::Address to = recorder->address(comm, peer, tag);
  recorder->sent(to, call);
  std::vector<stencil::RecordedNeed> needs;
  if (mode == Mode::synchronous || (mode == Mode::standard && is_large(*recorder, count, type)))
    needs.push_back(recorder->receiver_need(to));
  return stencil::wait_in(*recorder, call, false, needs, [&] { return next(data, count, type, peer, tag, comm); });
}

template <typename Next>
int start_send(const Next& next, MpiCall call, Mode mode, const void* data, int count, MPI_Datatype type, int peer,
               int tag, MPI_Comm comm, MPI_Request* request) {
  Recorder* const recorder = mpi_recorder();
  const Recorder::Address to = recorder->address(comm, peer, tag);
  recorder->sent(to, call);
  const int code = next(data, count, type, peer, tag, comm, request);
  if (code != MPI_SUCCESS) recorder->give_up();
  const bool waits = mode == Mode::synchronous || (mode == Mode::standard && is_large(*recorder, count, type));
  if (code == MPI_SUCCESS) recorder->keep(*request, {true, waits, comm, to});
  return code;
}

template <typename Call>
int both_ways(MpiCall name, int count, MPI_Datatype type, int to_rank, int to_tag, int from_rank, int from_tag,
              MPI_Comm comm, MPI_Status* status, const Call& call) {
  Recorder* const recorder = mpi_recorder();
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const Recorder::Address to = recorder->address(comm, to_rank, to_tag);
  const Recorder::Address from = recorder->address(comm, from_rank, from_tag);
  recorder->sent(to, name);
  recorder->posted(from);
  // From any rank, one of the messages suffices; then the other message is left out.
  const bool any = from_rank == MPI_ANY_SOURCE;
  std::vector<stencil::RecordedNeed> needs = recorder->message_needs(comm, from);
  if (!any && is_large(*recorder, count, type)) needs.push_back(recorder->receiver_need(to));
  const int code = stencil::wait_in(*recorder, name, any, needs, [&] { return call(seen); });
  if (code == MPI_SUCCESS) recorder->completed(from, comm, *seen);
  return code;
}

}  // namespace

#define STENCIL_SEND(function, call, mode)                                                                  \
  STENCIL_MPI(function, (const void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm), \
              (data, count, type, peer, tag, comm)) {                                                       \
    return send(next_##function, MpiCall::call, Mode::mode, data, count, type, peer, tag, comm);            \
  }
#define STENCIL_START_SEND(function, call, mode)                                                                \
  STENCIL_MPI(                                                                                                  \
      function,                                                                                                 \
      (const void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* request), \
      (data, count, type, peer, tag, comm, request)) {                                                          \
    return start_send(next_##function, MpiCall::call, Mode::mode, data, count, type, peer, tag, comm, request); \
  }

STENCIL_SEND(MPI_Send, send, standard)
STENCIL_SEND(MPI_Rsend, ready_send, standard)
STENCIL_SEND(MPI_Ssend, synchronous_send, synchronous)
STENCIL_SEND(MPI_Bsend, buffered_send, buffered)
STENCIL_START_SEND(MPI_Isend, start_send, standard)
STENCIL_START_SEND(MPI_Irsend, start_ready_send, standard)
STENCIL_START_SEND(MPI_Issend, start_synchronous_send, synchronous)
STENCIL_START_SEND(MPI_Ibsend, start_buffered_send, buffered)

STENCIL_MPI(MPI_Irecv,
            (void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* request),
            (data, count, type, peer, tag, comm, request)) {
  const auto next = next_MPI_Irecv;
  Recorder* const recorder = mpi_recorder();
  const Recorder::Address from = recorder->address(comm, peer, tag);
  recorder->posted(from);
  const int code = next(data, count, type, peer, tag, comm, request);
  if (code != MPI_SUCCESS) recorder->give_up();
  if (code == MPI_SUCCESS) {
    MPI_Aint lowest = 0, extent = 0;
    PMPI_Type_get_extent(type, &lowest, &extent);
    const std::int64_t bytes = from.none ? 0 : count * extent;
    recorder->keep(*request, {false, false, comm, from, static_cast<const char*>(data) + lowest, bytes,
                              peer == MPI_ANY_SOURCE ? -1 : peer, tag == MPI_ANY_TAG ? -1 : tag});
  }
  return code;
}

STENCIL_MPI(MPI_Recv, (void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Status* status),
            (data, count, type, peer, tag, comm, status)) {
  const auto next = next_MPI_Recv;
  Recorder* const recorder = mpi_recorder();
  const Recorder::Address from = recorder->address(comm, peer, tag);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  recorder->posted(from);
  const int code =
      stencil::wait_in(*recorder, MpiCall::receive, peer == MPI_ANY_SOURCE, recorder->message_needs(comm, from),
                       [&] { return next(data, count, type, peer, tag, comm, seen); });
  if (code == MPI_SUCCESS) recorder->completed(from, comm, *seen);
  return code;
}

STENCIL_MPI(MPI_Sendrecv,
            (const void* data, int count, MPI_Datatype type, int to_rank, int to_tag, void* into, int most,
             MPI_Datatype type_into, int from_rank, int from_tag, MPI_Comm comm, MPI_Status* status),
            (data, count, type, to_rank, to_tag, into, most, type_into, from_rank, from_tag, comm, status)) {
  const auto next = next_MPI_Sendrecv;
  return both_ways(
      MpiCall::send_receive, count, type, to_rank, to_tag, from_rank, from_tag, comm, status, [&](MPI_Status* seen) {
        return next(data, count, type, to_rank, to_tag, into, most, type_into, from_rank, from_tag, comm, seen);
      });
}

STENCIL_MPI(MPI_Sendrecv_replace,
            (void* data, int count, MPI_Datatype type, int to_rank, int to_tag, int from_rank, int from_tag,
             MPI_Comm comm, MPI_Status* status),
            (data, count, type, to_rank, to_tag, from_rank, from_tag, comm, status)) {
  const auto next = next_MPI_Sendrecv_replace;
  return both_ways(
      MpiCall::send_receive_replace, count, type, to_rank, to_tag, from_rank, from_tag, comm, status,
      [&](MPI_Status* seen) { return next(data, count, type, to_rank, to_tag, from_rank, from_tag, comm, seen); });
}

// Takes the message: MPI_Mrecv only brings its data.
STENCIL_MPI(MPI_Mprobe, (int peer, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status),
            (peer, tag, comm, message, status)) {
  const auto next = next_MPI_Mprobe;
  Recorder* const recorder = mpi_recorder();
  const Recorder::Address from = recorder->address(comm, peer, tag);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  recorder->posted(from);
  const int code =
      stencil::wait_in(*recorder, MpiCall::matched_probe, peer == MPI_ANY_SOURCE, recorder->message_needs(comm, from),
                       [&] { return next(peer, tag, comm, message, seen); });
  if (code == MPI_SUCCESS) recorder->completed(from, comm, *seen);
  return code;
}

STENCIL_MPI(MPI_Probe, (int peer, int tag, MPI_Comm comm, MPI_Status* status), (peer, tag, comm, status)) {
  const auto next = next_MPI_Probe;
  Recorder* const recorder = mpi_recorder();
  const Recorder::Address from = recorder->address(comm, peer, tag);
  const int code = stencil::wait_in(*recorder, MpiCall::probe, peer == MPI_ANY_SOURCE,
                                    recorder->message_needs(comm, from), [&] { return next(peer, tag, comm, status); });
  return code;
}
