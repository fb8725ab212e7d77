// MPI's messages as the program calls them: each is recorded and passed on.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/mpi_next.hpp"

using stencil::mpi_recorder;
using stencil::MpiCall;
using stencil::Recorder;

namespace {

bool is_large(const Recorder& recorder, int count, MPI_Datatype type) {
  return recorder.eager_limit() >= 0 && stencil::message_bytes(count, type) > recorder.eager_limit();
}

}  // namespace

extern "C" {

int MPI_Send(const void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  STENCIL_NEXT(MPI_Send);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr) return next(data, count, type, peer, tag, comm);
  const Recorder::Address to = recorder->address(comm, peer, tag);
  recorder->sent(to, MpiCall::send);
  std::vector<stencil::RecordedNeed> needs;
  if (is_large(*recorder, count, type)) needs.push_back(recorder->receiver_need(to));
  const int code = stencil::wait_in(*recorder, MpiCall::send, false, needs,
                                    [&] { return next(data, count, type, peer, tag, comm); });
  return code;
}

int MPI_Isend(const void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* request) {
  STENCIL_NEXT(MPI_Isend);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr) return next(data, count, type, peer, tag, comm, request);
  const Recorder::Address to = recorder->address(comm, peer, tag);
  recorder->sent(to, MpiCall::start_send);
  const int code = next(data, count, type, peer, tag, comm, request);
  if (code != MPI_SUCCESS) recorder->give_up();
  if (code == MPI_SUCCESS) recorder->keep(*request, {true, is_large(*recorder, count, type), comm, to});
  return code;
}

int MPI_Irecv(void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* request) {
  STENCIL_NEXT(MPI_Irecv);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr) return next(data, count, type, peer, tag, comm, request);
  const Recorder::Address from = recorder->address(comm, peer, tag);
  recorder->posted(from);
  const int code = next(data, count, type, peer, tag, comm, request);
  if (code != MPI_SUCCESS) recorder->give_up();
  if (code == MPI_SUCCESS) recorder->keep(*request, {false, false, comm, from});
  return code;
}

int MPI_Recv(void* data, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Status* status) {
  STENCIL_NEXT(MPI_Recv);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr) return next(data, count, type, peer, tag, comm, status);
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

int MPI_Sendrecv(const void* data, int count, MPI_Datatype type, int to_rank, int to_tag, void* into, int most,
                 MPI_Datatype type_into, int from_rank, int from_tag, MPI_Comm comm, MPI_Status* status) {
  STENCIL_NEXT(MPI_Sendrecv);
  Recorder* const recorder = mpi_recorder();
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const auto call = [&] {
    return next(data, count, type, to_rank, to_tag, into, most, type_into, from_rank, from_tag, comm, seen);
  };
  if (recorder == nullptr) return call();
  const Recorder::Address to = recorder->address(comm, to_rank, to_tag);
  const Recorder::Address from = recorder->address(comm, from_rank, from_tag);
  recorder->sent(to, MpiCall::send_receive);
  recorder->posted(from);
  // From any rank, one of the messages suffices; then the other message is left out.
  const bool any = from_rank == MPI_ANY_SOURCE;
  std::vector<stencil::RecordedNeed> needs = recorder->message_needs(comm, from);
  if (!any && is_large(*recorder, count, type)) needs.push_back(recorder->receiver_need(to));
  const int code = stencil::wait_in(*recorder, MpiCall::send_receive, any, needs, call);
  if (code == MPI_SUCCESS) recorder->completed(from, comm, *seen);
  return code;
}

int MPI_Probe(int peer, int tag, MPI_Comm comm, MPI_Status* status) {
  STENCIL_NEXT(MPI_Probe);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr) return next(peer, tag, comm, status);
  const Recorder::Address from = recorder->address(comm, peer, tag);
  const int code = stencil::wait_in(*recorder, MpiCall::probe, peer == MPI_ANY_SOURCE,
                                    recorder->message_needs(comm, from), [&] { return next(peer, tag, comm, status); });
  return code;
}

}  // extern "C"
