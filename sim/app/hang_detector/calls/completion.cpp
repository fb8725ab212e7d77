// The ends of MPI's requests as the program calls for them: each is recorded and passed on.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/app/hang_detector/calls/mpi_next.hpp"

using stencil::mpi_recorder;
using stencil::MpiCall;
using stencil::RecordedNeed;
using stencil::Recorder;

namespace {

// What it takes that this request ends; `unknown` where nothing can be said, or where it ends at once.
std::vector<RecordedNeed> needs_of(Recorder& recorder, MPI_Request request) {
  const Recorder::Pending* const pending = recorder.find(request);
  if (pending == nullptr || (pending->sends && !pending->large)) return {{}};
  if (pending->sends) return {recorder.receiver_need(pending->peer)};
  std::vector<RecordedNeed> needs = recorder.message_needs(pending->comm, pending->peer);
  return needs.empty() ? std::vector<RecordedNeed>{{}} : needs;
}

bool from_any(const Recorder& recorder, MPI_Request request) {
  const Recorder::Pending* const pending = recorder.find(request);
  return pending != nullptr && !pending->sends && pending->peer.wild && pending->peer.row < 0;
}

// All requests have to end: as many messages as receives are posted for them. Receives from any rank are left out.
std::vector<RecordedNeed> needs_of_all(Recorder& recorder, int count, const MPI_Request* requests) {
  std::vector<RecordedNeed> all;
  for (int i = 0; i < count; ++i) {
    if (requests[i] == MPI_REQUEST_NULL || from_any(recorder, requests[i])) continue;
    const RecordedNeed need = needs_of(recorder, requests[i]).front();
    const auto same = std::find_if(all.begin(), all.end(), [&](const RecordedNeed& one) {
      return one.kind == need.kind && one.row == need.row && one.key == need.key;
    });
    if (same == all.end()) {
      all.push_back(need);
    } else {
      ++same->count;
    }
  }
  return all;
}

}  // namespace

extern "C" {

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  STENCIL_NEXT(MPI_Wait);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr || *request == MPI_REQUEST_NULL) return next(request, status);
  const MPI_Request ending = *request;
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int code = stencil::wait_in(*recorder, MpiCall::wait, from_any(*recorder, ending), needs_of(*recorder, ending),
                                    [&] { return next(request, seen); });
  if (code == MPI_SUCCESS) recorder->ended(ending, *seen);
  return code;
}

int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  STENCIL_NEXT(MPI_Waitany);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr || count < 0) return next(count, requests, index, status);
  const std::vector<MPI_Request> before(requests, requests + count);
  std::vector<RecordedNeed> needs;
  for (const MPI_Request request : before) {
    if (request == MPI_REQUEST_NULL) continue;
    for (const RecordedNeed& need : needs_of(*recorder, request)) needs.push_back(need);
  }
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int code =
      stencil::wait_in(*recorder, MpiCall::wait_any, true, needs, [&] { return next(count, requests, index, seen); });
  if (code == MPI_SUCCESS && *index != MPI_UNDEFINED) recorder->ended(before[static_cast<std::size_t>(*index)], *seen);
  return code;
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  STENCIL_NEXT(MPI_Waitall);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr || count < 0) return next(count, requests, statuses);
  const std::vector<MPI_Request> before(requests, requests + count);
  std::vector<MPI_Status> own(statuses == MPI_STATUSES_IGNORE ? before.size() : 0);
  MPI_Status* const seen = statuses == MPI_STATUSES_IGNORE ? own.data() : statuses;
  const int code = stencil::wait_in(*recorder, MpiCall::wait_all, false, needs_of_all(*recorder, count, requests),
                                    [&] { return next(count, requests, seen); });
  for (std::size_t i = 0; code == MPI_SUCCESS && i < before.size(); ++i) {
    if (before[i] != MPI_REQUEST_NULL) recorder->ended(before[i], seen[i]);
  }
  return code;
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  STENCIL_NEXT(MPI_Test);
  Recorder* const recorder = mpi_recorder();
  if (recorder == nullptr || *request == MPI_REQUEST_NULL) return next(request, done, status);
  const MPI_Request ending = *request;
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int code = next(request, done, seen);
  if (code != MPI_SUCCESS) recorder->give_up();
  if (code == MPI_SUCCESS && *done != 0) recorder->ended(ending, *seen);
  return code;
}

}  // extern "C"
