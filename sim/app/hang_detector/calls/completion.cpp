// The ends of MPI's requests as the program calls for them: each is recorded and passed on.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/app/hang_detector/calls/mpi_next.hpp"

using stencil::mpi_recorder;
using stencil::MpiCall;
using stencil::RecordedNeed;
using stencil::Recorder;

namespace {

// The needs that hold up the end of this request; `unknown` where nothing is known of it, or where it ends at once.
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

// MPI_Waitsome, MPI_Testsome: indices of those that have ended, and their statuses in that order.
template <typename Call>
int some(Recorder& recorder, int count, const MPI_Request* requests, const int* ended, const int* indices,
         MPI_Status* statuses, const Call& call) {
  const std::vector<MPI_Request> before(requests, requests + count);
  std::vector<MPI_Status> own(statuses == MPI_STATUSES_IGNORE ? before.size() : 0);
  MPI_Status* const seen = statuses == MPI_STATUSES_IGNORE ? own.data() : statuses;
  const int code = call(seen);
  if (code != MPI_SUCCESS) recorder.give_up();
  for (int i = 0; code == MPI_SUCCESS && *ended != MPI_UNDEFINED && i < *ended; ++i)
    recorder.ended(before[static_cast<std::size_t>(indices[i])], seen[i]);
  return code;
}

}  // namespace

STENCIL_MPI(MPI_Wait, (MPI_Request * request, MPI_Status* status), (request, status)) {
  const auto next = next_MPI_Wait;
  Recorder* const recorder = mpi_recorder();
  if (*request == MPI_REQUEST_NULL) return next(request, status);
  const MPI_Request ending = *request;
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int code = stencil::wait_in(*recorder, MpiCall::wait, from_any(*recorder, ending), needs_of(*recorder, ending),
                                    [&] { return next(request, seen); });
  if (code == MPI_SUCCESS) recorder->ended(ending, *seen);
  return code;
}

STENCIL_MPI(MPI_Waitany, (int count, MPI_Request* requests, int* index, MPI_Status* status),
            (count, requests, index, status)) {
  const auto next = next_MPI_Waitany;
  Recorder* const recorder = mpi_recorder();
  if (count < 0) return next(count, requests, index, status);
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

STENCIL_MPI(MPI_Waitall, (int count, MPI_Request* requests, MPI_Status* statuses), (count, requests, statuses)) {
  const auto next = next_MPI_Waitall;
  Recorder* const recorder = mpi_recorder();
  if (count < 0) return next(count, requests, statuses);
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

STENCIL_MPI(MPI_Test, (MPI_Request * request, int* done, MPI_Status* status), (request, done, status)) {
  const auto next = next_MPI_Test;
  Recorder* const recorder = mpi_recorder();
  if (*request == MPI_REQUEST_NULL) return next(request, done, status);
  const MPI_Request ending = *request;
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int code = next(request, done, seen);
  if (code != MPI_SUCCESS) recorder->give_up();
  if (code == MPI_SUCCESS && *done != 0) recorder->ended(ending, *seen);
  return code;
}

STENCIL_MPI(MPI_Waitsome, (int count, MPI_Request* requests, int* ended, int* indices, MPI_Status* statuses),
            (count, requests, ended, indices, statuses)) {
  const auto next = next_MPI_Waitsome;
  Recorder* const recorder = mpi_recorder();
  if (count < 0) return next(count, requests, ended, indices, statuses);
  return some(*recorder, count, requests, ended, indices, statuses, [&](MPI_Status* seen) {
    std::vector<RecordedNeed> needs;
    for (int i = 0; i < count; ++i) {
      if (requests[i] == MPI_REQUEST_NULL) continue;
      for (const RecordedNeed& need : needs_of(*recorder, requests[i])) needs.push_back(need);
    }
    return stencil::wait_in(*recorder, MpiCall::wait_some, true, needs,
                            [&] { return next(count, requests, ended, indices, seen); });
  });
}

STENCIL_MPI(MPI_Testsome, (int count, MPI_Request* requests, int* ended, int* indices, MPI_Status* statuses),
            (count, requests, ended, indices, statuses)) {
  const auto next = next_MPI_Testsome;
  Recorder* const recorder = mpi_recorder();
  if (count < 0) return next(count, requests, ended, indices, statuses);
  return some(*recorder, count, requests, ended, indices, statuses,
              [&](MPI_Status* seen) { return next(count, requests, ended, indices, seen); });
}

STENCIL_MPI(MPI_Testany, (int count, MPI_Request* requests, int* index, int* done, MPI_Status* status),
            (count, requests, index, done, status)) {
  const auto next = next_MPI_Testany;
  Recorder* const recorder = mpi_recorder();
  if (count < 0) return next(count, requests, index, done, status);
  const std::vector<MPI_Request> before(requests, requests + count);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int code = next(count, requests, index, done, seen);
  if (code != MPI_SUCCESS) recorder->give_up();
  if (code == MPI_SUCCESS && *done != 0 && *index != MPI_UNDEFINED)
    recorder->ended(before[static_cast<std::size_t>(*index)], *seen);
  return code;
}

STENCIL_MPI(MPI_Testall, (int count, MPI_Request* requests, int* done, MPI_Status* statuses),
            (count, requests, done, statuses)) {
  const auto next = next_MPI_Testall;
  Recorder* const recorder = mpi_recorder();
  if (count < 0) return next(count, requests, done, statuses);
  const std::vector<MPI_Request> before(requests, requests + count);
  std::vector<MPI_Status> own(statuses == MPI_STATUSES_IGNORE ? before.size() : 0);
  MPI_Status* const seen = statuses == MPI_STATUSES_IGNORE ? own.data() : statuses;
  const int code = next(count, requests, done, seen);
  if (code != MPI_SUCCESS) recorder->give_up();
  for (std::size_t i = 0; code == MPI_SUCCESS && *done != 0 && i < before.size(); ++i) {
    if (before[i] != MPI_REQUEST_NULL) recorder->ended(before[i], seen[i]);
  }
  return code;
}
