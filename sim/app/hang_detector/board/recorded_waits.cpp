// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/app/hang_detector/board/recorder.hpp"

namespace stencil {
std::vector<RecordedNeed> Recorder::message_needs(MPI_Comm comm, const Address& from) {
  if (from.none) return {};
  if (from.row >= 0) return {{Need::Kind::message, from.row, from.key, 1}};
  std::vector<RecordedNeed> needs;
  if (!from.wild) return {{}};
  for (const std::int64_t row : members(comm)) {
    needs.push_back(row < 0 ? RecordedNeed{} : RecordedNeed{Need::Kind::message, row, from.key, 1});
  }
  return needs;
}

RecordedNeed Recorder::receiver_need(const Address& to) const {
  if (to.none || to.row < 0 || to.key < 0) return {};
  return {Need::Kind::receiver, to.row, to.key, 1};
}

std::vector<RecordedNeed> Recorder::enter(MPI_Comm comm, MpiCall call, const std::vector<int>& from) {
  const Communicator& in = find(comm);
  if (in.slot >= board_communicators || in.id == 0) return {};
  BoardCommunicator& shared = own_.communicators[in.slot];
  const std::int64_t number = shared.entered.load(relaxed) + 1;
  // Readers take `entered` first: the call must be there before it.
  shared.calls[static_cast<std::size_t>(number) % board_past_calls].store(static_cast<std::int64_t>(call), relaxed);
  shared.entered.store(number, std::memory_order_release);
  std::vector<RecordedNeed> needs;
  for (const int rank : from) {
    // A root that there is not: MPI knows.
    if (rank < 0 || static_cast<std::size_t>(rank) >= in.rows.size()) continue;
    const std::int64_t row = in.rows[static_cast<std::size_t>(rank)];
    if (row < 0 || row == static_cast<std::int64_t>(board_.mine())) continue;
    needs.push_back({Need::Kind::entry, row, in.id, number});
  }
  return needs;
}

void Recorder::begin_wait(MpiCall call, bool any, const std::vector<RecordedNeed>& needs) {
  const std::int64_t epoch = own_.epoch.load(relaxed);
  own_.epoch.store(epoch + 1, relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  std::size_t written = 0;
  const bool too_many = needs.size() > board_.most_needs();
  BoardNeed* const shared = board_.needs(board_.mine());
  for (const RecordedNeed& need : needs) {
    if (any && too_many) break;  // any of those left out would do
    if (written == board_.most_needs()) break;
    BoardNeed& to = shared[written++];
    to.kind.store(static_cast<std::int64_t>(need.kind), relaxed);
    to.rank.store(need.row, relaxed);
    to.key.store(need.key, relaxed);
    to.count.store(need.count, relaxed);
  }
  own_.any.store(any ? 1 : 0, relaxed);
  own_.needs.store(static_cast<std::int64_t>(written), relaxed);
  own_.call.store(static_cast<std::int64_t>(call), relaxed);
  own_.epoch.store(epoch + 2, std::memory_order_release);
}

void Recorder::end_wait() {
  const std::int64_t epoch = own_.epoch.load(relaxed);
  own_.epoch.store(epoch + 1, relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  own_.call.store(0, relaxed);
  own_.needs.store(0, relaxed);
  own_.epoch.store(epoch + 2, std::memory_order_release);
}

const Recorder::Pending* Recorder::find(MPI_Request request) const {
  const auto found = pending_.find(request);
  return found == pending_.end() ? nullptr : &found->second;
}

void Recorder::ended(MPI_Request request, const MPI_Status& status) {
  const auto found = pending_.find(request);
  if (found == pending_.end()) return;
  const Pending pending = found->second;
  pending_.erase(found);
  if (pending.sends) return;
  int cancelled = 0;
  PMPI_Test_cancelled(&status, &cancelled);
  if (cancelled != 0) {
    withdrawn(pending.peer);
  } else {
    completed(pending.peer, pending.comm, status);
  }
}

}  // namespace stencil
