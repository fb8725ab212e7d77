// Writes this rank's row of the board: what it does, its messages, what it waits for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/app/hang_detector/board/board.hpp"
#include "sim/app/hang_detector/board/mpi_call.hpp"
#include "sim/app/hang_detector/board/rank_state.hpp"

namespace stencil {

// A need as its rank knows it.
struct RecordedNeed {
  Need::Kind kind = Need::Kind::unknown;
  std::int64_t row = -1;
  std::int64_t key = -1;
  std::int64_t count = 1;
};

// For the one thread that calls MPI. A message counts as sent before it is sent, as received after it was received; a
// wait is written down before it begins and struck out with what it brought: whatever a reader sees, a message that is
// under way counts as sent and not yet received.
class Recorder {
 public:
  explicit Recorder(const Board& board);

  void begin_phase(std::string_view name, std::optional<std::int64_t> step);
  void end_phase();
  // This step has no halo exchange, though one before and one behind it have. The first is kept.
  void left_out(std::int64_t step);
  void blocks_done(std::size_t blocks);
  void step_done() { count_done(own_.steps); }
  void update_done() { count_done(own_.updates); }
  std::int64_t updates() const { return own_.updates.load(relaxed); }
  // From the watching thread.
  void set_device(std::int64_t cycle) { own_.device.store(cycle + 1, std::memory_order_relaxed); }
  void set_life(RankState::Life life);

  // Another rank, or another communicator's tag, as a message has them.
  struct Address {
    std::int64_t row = -1;  // below 0: of another node
    std::int64_t key = -1;  // below 0: any tag
    bool wild = false;      // any rank, or any tag
    bool none = false;      // MPI_PROC_NULL
  };
  Address address(MPI_Comm comm, int peer, int tag);
  // Rows of the ranks of a communicator; below 0: of another node.
  const std::vector<std::int64_t>& members(MPI_Comm comm);

  void sent(const Address& to, MpiCall call);
  void posted(const Address& from);
  void completed(const Address& from, MPI_Comm comm, const MPI_Status& status);
  // A receive that ended without a message.
  void withdrawn(const Address& from);
  // From now on nothing is proved of this rank.
  void give_up();

  // What a call needs that waits for a message, for its message to be taken, for the others of a collective call.
  std::vector<RecordedNeed> message_needs(MPI_Comm comm, const Address& from);
  RecordedNeed receiver_need(const Address& to) const;
  // Counts this call as entered. from: ranks in comm that must enter it, none: it may end at once.
  std::vector<RecordedNeed> enter(MPI_Comm comm, MpiCall call, const std::vector<int>& from);

  void begin_wait(MpiCall call, bool any, const std::vector<RecordedNeed>& needs);
  void end_wait();

  // Requests between their posting and their end.
  struct Pending {
    bool sends = false;
    bool large = false;  // leaves only when it is received
    MPI_Comm comm = MPI_COMM_NULL;
    Address peer;
    // Of a receive: the memory that it may set, and the message as the program names it; below 0: any.
    const char* into = nullptr;
    std::int64_t bytes = 0;
    int source = 0, tag = 0;
  };
  void keep(MPI_Request request, const Pending& pending) { pending_[request] = pending; }
  const Pending* find(MPI_Request request) const;
  // A receive that has not ended and may set any of these bytes; null: none.
  const Pending* receive_into(const void* first, std::int64_t bytes) const {
    const auto* const begin = static_cast<const char*>(first);
    for (const auto& [request, pending] : pending_) {
      if (pending.bytes > 0 && pending.into < begin + bytes && begin < pending.into + pending.bytes) return &pending;
    }
    return nullptr;
  }
  // status: of the receive. To be called when a request has ended.
  void ended(MPI_Request request, const MPI_Status& status);

  void made(MPI_Comm comm);
  void freed(MPI_Comm comm);

  // Bytes above which a message leaves only when it is received; below 0: not known. A single rank reads it at its
  // first message: MPI loads all its plug-ins for that, which takes 0.2 s with Debian's Open MPI.
  std::int64_t eager_limit();

 private:
  struct Communicator {
    MPI_Comm comm = MPI_COMM_NULL;
    std::int64_t id = 0;
    std::size_t slot = 0;
    std::vector<std::int64_t> rows;
  };
  class Change;

  Communicator& find(MPI_Comm comm);
  void add(MPI_Comm comm, std::int64_t id);
  void count_done(BoardWord& word);
  void count(Board::Count which, const Address& peer);
  BoardWord& counter(Board::Count which, const Address& peer) const {
    return board_.count(which, board_.mine(), static_cast<std::size_t>(peer.row), static_cast<std::size_t>(peer.key));
  }

  const Board& board_;
  BoardRow& own_;
  std::vector<Communicator> communicators_;
  std::unordered_map<MPI_Request, Pending> pending_;
  std::int64_t made_ = 0;
  std::optional<std::int64_t> eager_limit_;
};

// Callbacks, each null for none.
// collective: before a collective call of the program begins; waits_for_all: the call ends only when all ranks of comm
// have begun it. abort: before MPI_Abort ends the job with this status.
struct CallListeners {
  void (*collective)(MPI_Comm comm, const char* call, bool waits_for_all) = nullptr;
  void (*abort)(int status) = nullptr;
};

// The recorder of this process's MPI calls, null for none, and the callbacks.
inline Recorder* active_recorder = nullptr;
inline CallListeners call_listeners;
// No recorder and no callback is set. Kept beside them, since every MPI call of the program tests it.
inline bool is_silent = true;

inline Recorder* mpi_recorder() {
  return active_recorder;
}
inline void hear_calls(Recorder* recorder, const CallListeners& listeners) {
  active_recorder = recorder;
  call_listeners = listeners;
  is_silent = recorder == nullptr && listeners.collective == nullptr && listeners.abort == nullptr;
}
inline void set_mpi_recorder(Recorder* recorder) {
  hear_calls(recorder, call_listeners);
}

}  // namespace stencil
