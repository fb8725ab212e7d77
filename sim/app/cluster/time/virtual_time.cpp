// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/time/virtual_time.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <stdexcept>
#include <utility>

namespace stencil {
namespace {

class Recurrence {
 public:
  Recurrence(const std::vector<RankLog>& logs, const Network& network, KeepMessages keep)
      : logs_(logs), network_(network), keeps_(keep == KeepMessages::yes) {
    for (const RankLog& log : logs) clocks_.push_back({&log, 0, 0, {}});
  }

  VirtualTime operator()() {
    run();
    VirtualTime time;
    for (const Clock& clock : clocks_) time.ranks.push_back({clock.log->cycles, clock.waited});
    time.messages = messages_;
    time.bytes = bytes_;
    time.log = std::move(kept_);
    time.waits = std::move(kept_waits_);
    time.critical_path = path(time);
    return time;
  }

 private:
  // Where a rank waited.
  struct Wait {
    std::int64_t from;   // the rank it waited for
    std::int64_t begin;  // the time there at which it sent, or came to the meeting
    std::int64_t end;    // the time here when the wait was over
  };

  struct Clock {
    const RankLog* log;
    std::size_t next;     // event
    std::int64_t waited;  // so far
    std::vector<Wait> waits;

    bool is_done() const { return next == log->events.size(); }
    const RankEvent& event() const { return log->events[next]; }
    std::int64_t at(const RankEvent& event) const { return event.cycle + waited; }
  };

  struct Message {
    std::int64_t sent;
    std::int64_t bytes;
  };

  // Messages under way from one rank to another.
  struct Way {
    std::vector<Message> messages;
    std::size_t received = 0;
  };

  // Each rank as far as it comes; one that is sent a message goes on. When none can, all that are left have met.
  void run() {
    is_ready_.assign(clocks_.size(), 0);
    do {
      for (std::size_t rank = 0; rank < clocks_.size(); ++rank) wake(static_cast<std::int64_t>(rank));
      while (!ready_.empty()) {
        const std::int64_t rank = ready_.front();
        ready_.pop_front();
        is_ready_[static_cast<std::size_t>(rank)] = 0;
        while (step(rank)) continue;
      }
    } while (meet());
    check_end();
  }

  void wake(std::int64_t rank) {
    if (std::exchange(is_ready_[static_cast<std::size_t>(rank)], 1) == 0) ready_.push_back(rank);
  }

  void check_end() const {
    for (std::size_t rank = 0; rank < clocks_.size(); ++rank) {
      const Clock& clock = clocks_[rank];
      if (clock.is_done()) continue;
      if (clock.event().kind == RankEvent::met)
        throw std::logic_error(fmt::format("virtual time: rank {} meets others that do not come", rank));
      throw std::logic_error(fmt::format("virtual time: rank {} waits for a message of rank {} that was never sent",
                                         rank, clock.event().peer));
    }
    for (const auto& [ends, way] : ways_) {
      if (way.received == way.messages.size()) continue;
      throw std::logic_error(fmt::format("virtual time: rank {} never received {} messages of rank {}", ends.second,
                                         way.messages.size() - way.received, ends.first));
    }
  }

  bool step(std::int64_t rank) {
    Clock& clock = clocks_[static_cast<std::size_t>(rank)];
    if (clock.is_done()) return false;
    const RankEvent& event = clock.event();
    if (event.kind == RankEvent::met) return false;
    if (event.kind == RankEvent::sent) {
      ways_[{rank, event.peer}].messages.push_back({clock.at(event), event.bytes});
      wake(event.peer);
      ++messages_;
      bytes_ += event.bytes;
    } else {
      Way& way = ways_[{event.peer, rank}];
      if (way.received == way.messages.size()) return false;
      const Message message = way.messages[way.received++];
      if (message.bytes != event.bytes)
        throw std::logic_error(fmt::format("virtual time: rank {} received {} bytes of rank {}, which sent {}", rank,
                                           event.bytes, event.peer, message.bytes));
      const std::int64_t arrives = message.sent + network_.between(event.peer, rank).cycles(message.bytes);
      if (keeps_) kept_.push_back({event.peer, rank, message.bytes, message.sent, arrives});
      wait(clock, event, event.peer, message.sent, arrives);
    }
    ++clock.next;
    return true;
  }

  void wait(Clock& clock, const RankEvent& event, std::int64_t from, std::int64_t begin, std::int64_t end) {
    if (end <= clock.at(event)) return;
    if (keeps_) kept_waits_.push_back({&clock - clocks_.data(), from, clock.at(event), end});
    clock.waits.push_back({from, begin, end});
    clock.waited += end - clock.at(event);
  }

  // The last to come lets all go on.
  bool meet() {
    std::size_t last = 0;
    for (std::size_t rank = 0; rank < clocks_.size(); ++rank) {
      const Clock& clock = clocks_[rank];
      if (clock.is_done() || clock.event().kind != RankEvent::met) return false;
      if (clock.at(clock.event()) > clocks_[last].at(clocks_[last].event())) last = rank;
    }
    const std::int64_t time = clocks_[last].at(clocks_[last].event());
    for (Clock& clock : clocks_) {
      wait(clock, clock.event(), static_cast<std::int64_t>(last), time, time);
      ++clock.next;
    }
    return true;
  }

  std::vector<Stretch> path(const VirtualTime& time) const {
    std::vector<Stretch> stretches;
    std::int64_t rank = 0;
    for (std::size_t other = 0; other < time.ranks.size(); ++other)
      if (time.ranks[other].end() > time.ranks[static_cast<std::size_t>(rank)].end())
        rank = static_cast<std::int64_t>(other);
    const auto add = [&](const Stretch& stretch) {
      if (stretch.end > stretch.begin) stretches.push_back(stretch);
    };
    for (std::int64_t end = time.ranks[static_cast<std::size_t>(rank)].end(); end > 0;) {
      const std::vector<Wait>& waits = clocks_[static_cast<std::size_t>(rank)].waits;
      const auto after =
          std::upper_bound(waits.begin(), waits.end(), end, [](auto at, const Wait& one) { return at < one.end; });
      if (after == waits.begin()) {
        add({rank, rank, 0, end});
        break;
      }
      const Wait& wait = *std::prev(after);
      add({rank, rank, wait.end, end});
      add({rank, wait.from, wait.begin, wait.end});
      end = wait.begin;
      rank = wait.from;
    }
    std::reverse(stretches.begin(), stretches.end());
    return stretches;
  }

  const std::vector<RankLog>& logs_;
  const Network& network_;
  const bool keeps_;
  std::vector<TimedMessage> kept_;
  std::vector<TimedWait> kept_waits_;
  std::vector<Clock> clocks_;
  std::map<std::pair<std::int64_t, std::int64_t>, Way> ways_;  // by sender and receiver
  std::deque<std::int64_t> ready_;                             // ranks that may go on
  std::vector<char> is_ready_;                                 // by rank
  std::int64_t messages_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace

std::int64_t VirtualTime::makespan() const {
  std::int64_t latest = 0;
  for (const RankTime& rank : ranks) latest = std::max(latest, rank.end());
  return latest;
}

std::int64_t VirtualTime::waiting() const {
  std::int64_t sum = 0;
  for (const RankTime& rank : ranks) sum += rank.waiting;
  return sum;
}

double VirtualTime::efficiency() const {
  std::int64_t busy = 0;
  for (const RankTime& rank : ranks) busy += rank.busy;
  const double all = static_cast<double>(makespan()) * static_cast<double>(ranks.size());
  return all > 0.0 ? static_cast<double>(busy) / all : 1.0;
}

std::int64_t VirtualTime::message_cycles_on_path() const {
  std::int64_t sum = 0;
  for (const Stretch& stretch : critical_path) sum += stretch.is_message() ? stretch.end - stretch.begin : 0;
  return sum;
}

VirtualTime virtual_time(const std::vector<RankLog>& logs, const Network& network, KeepMessages keep) {
  return Recurrence(logs, network, keep)();
}

}  // namespace stencil
