// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/board/read_board.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "sim/app/hang_detector/board/mpi_call.hpp"
#include "sim/app/hang_detector/board/unwatched_calls.hpp"

namespace stencil {
namespace {

std::string text_of(const std::array<BoardWord, 4>& words) {
  std::array<std::int64_t, 4> copy{};
  for (std::size_t i = 0; i < words.size(); ++i) copy[i] = words[i].load(relaxed);
  std::array<char, sizeof copy + 1> text{};
  std::memcpy(text.data(), copy.data(), sizeof copy);
  return text.data();
}

class RowReader {
 public:
  RowReader(const Board& board, std::size_t index) : board_(board), index_(index), row_(board.row(index)) {}

  RankState read() const {
    for (;;) {
      const std::int64_t before = row_.epoch.load(std::memory_order_acquire);
      RankState state = copy();
      std::atomic_thread_fence(std::memory_order_acquire);
      const std::int64_t after = row_.epoch.load(relaxed);
      // A rank that died while it wrote leaves an odd epoch.
      if (before % 2 == 0 ? before == after : ++odd_ > 1000) {
        state.epoch = static_cast<std::uint64_t>(before);
        if (before % 2 != 0) state.call.clear();
        return state;
      }
    }
  }

 private:
  RankState copy() const {
    RankState state;
    state.rank = static_cast<int>(row_.rank.load(relaxed));
    state.pid = static_cast<long>(row_.pid.load(relaxed));
    state.life = static_cast<RankState::Life>(row_.life.load(relaxed));
    state.phase = text_of(row_.phase);
    state.step = row_.step.load(relaxed) - 1;
    state.blocks = row_.blocks.load(relaxed);
    state.steps = row_.steps.load(relaxed);
    state.updates = row_.updates.load(relaxed);
    state.device = row_.device.load(relaxed) - 1;
    call_ = static_cast<MpiCall>(row_.call.load(relaxed));
    const std::string_view unwatched = unwatched_name(call_);
    state.is_watched = unwatched.empty();
    state.call = state.is_watched ? name_of(call_) : std::string(unwatched);
    state.any = row_.any.load(relaxed) != 0;
    const std::int64_t needs = row_.needs.load(relaxed);
    for (std::int64_t i = 0; i < needs && static_cast<std::size_t>(i) < board_.most_needs(); ++i) {
      state.needs.push_back(need(board_.needs(index_)[i]));
    }
    return state;
  }

  Need need(const BoardNeed& shared) const {
    Need need;
    need.kind = static_cast<Need::Kind>(shared.kind.load(relaxed));
    const std::int64_t peer = shared.rank.load(relaxed);
    const std::int64_t key = shared.key.load(relaxed);
    const std::int64_t count = shared.count.load(relaxed);
    if (need.kind == Need::Kind::unknown || peer < 0 || peer >= static_cast<std::int64_t>(board_.rows())) {
      need.kind = Need::Kind::unknown;
      return need;
    }
    const auto from = static_cast<std::size_t>(peer);
    need.rank = static_cast<int>(board_.row(from).rank.load(relaxed));
    if (row_.unsure.load(relaxed) != 0 || board_.row(from).unsure.load(relaxed) != 0) {
      need.may_come = true;
    } else if (need.kind == Need::Kind::entry) {
      entry(from, key, count, need);
    } else {
      if (key >= 0) need.tag = board_.tag_of(static_cast<std::size_t>(key));
      need.may_come = need.kind == Need::Kind::message ? under_way(from, key) >= count
                                                       : has_receiver(from, static_cast<std::size_t>(key));
    }
    return need;
  }

  std::int64_t unreceived(std::size_t from, std::size_t to, std::size_t key) const {
    return board_.count(Board::sent, from, to, key).load(relaxed) -
           board_.count(Board::received, to, from, key).load(relaxed);
  }

  // Messages of a rank to this one that count as sent and not as received. Below 0 for any tag.
  std::int64_t under_way(std::size_t from, std::int64_t key) const {
    if (key >= 0) return count_or_many(unreceived(from, index_, static_cast<std::size_t>(key)));
    std::int64_t all = 0;
    for (std::size_t each = 0; each < board_keys; ++each) all += count_or_many(unreceived(from, index_, each));
    return all;
  }
  // More were received than sent: the senders use functions that are not watched, and nothing is known.
  static std::int64_t count_or_many(std::int64_t count) { return count < 0 ? 1000000 : count; }

  // Whether a message to that rank was received already, or may be.
  bool has_receiver(std::size_t to, std::size_t key) const {
    if (board_.row(to).wild.load(relaxed) != 0 || unreceived(index_, to, key) <= 0) return true;
    return board_.count(Board::posted, to, index_, key).load(relaxed) !=
           board_.count(Board::received, to, index_, key).load(relaxed);
  }

  void entry(std::size_t from, std::int64_t communicator, std::int64_t number, Need& need) const {
    const BoardRow& other = board_.row(from);
    for (const BoardCommunicator& one : other.communicators) {
      if (one.id.load(relaxed) != communicator) continue;
      const std::int64_t entered = one.entered.load(std::memory_order_acquire);
      need.may_come = entered >= number;
      if (!need.may_come || entered - number >= static_cast<std::int64_t>(board_past_calls) / 2) return;
      const auto there =
          static_cast<MpiCall>(one.calls[static_cast<std::size_t>(number) % board_past_calls].load(relaxed));
      if (there != call_) need.instead = name_of(there);
      if (!need.instead.empty()) need.may_come = false;
      return;
    }
    // It may have been there and given the communicator back.
    need.may_come = other.recycled.load(relaxed) != 0;
  }

  const Board& board_;
  std::size_t index_;
  const BoardRow& row_;
  mutable MpiCall call_ = MpiCall::none;
  mutable int odd_ = 0;
};

}  // namespace

std::vector<RankState> read_board(const Board& board) {
  std::vector<RankState> states;
  for (std::size_t i = 0; i < board.rows(); ++i) states.push_back(RowReader(board, i).read());
  return states;
}

void add_unreceived(const Board& board, std::vector<RankState>& states) {
  for (const std::size_t to : stuck_ranks(states)) {
    RankState& state = states[to];
    // A receive from any rank or of any tag may be for any message.
    if (board.row(to).wild.load(relaxed) != 0) continue;
    const auto awaits = [&](auto is_such) {
      return std::any_of(state.needs.begin(), state.needs.end(),
                         [&](const Need& need) { return need.kind == Need::Kind::message && is_such(need); });
    };
    for (std::size_t from = 0; from < board.rows(); ++from) {
      if (board.row(from).unsure.load(relaxed) != 0) continue;
      for (std::size_t key = 0; key < board_keys; ++key) {
        const std::int64_t received = board.count(Board::received, to, from, key).load(relaxed);
        const std::int64_t left = board.count(Board::sent, from, to, key).load(relaxed) - received;
        if (left <= 0 || board.count(Board::posted, to, from, key).load(relaxed) != received) continue;
        const int tag = board.tag_of(key);
        const bool of_the_awaited = awaits([&](const Need& need) { return need.rank == states[from].rank; });
        // One message of a rank whose messages it received before can be that of the next step, early.
        const bool of_another =
            (received == 0 || left > 1) && awaits([&](const Need& need) { return need.tag == tag; });
        if (!of_the_awaited && !of_another) continue;
        const auto call = static_cast<MpiCall>(board.count(Board::sent_in, from, to, key).load(relaxed));
        state.unreceived.push_back({states[from].rank, tag, left, name_of(call)});
      }
    }
  }
}

}  // namespace stencil
