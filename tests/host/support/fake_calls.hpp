// The calls posted to a fake accelerator, and the order in which they are carried out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil::test {

class FakeCalls {
 public:
  // The time at which posted calls are carried out. The contract allows all of these: a call waits only for those it
  // names and for those of its kind posted before it.
  enum class Happens {
    at_once,       // when posted
    at_wait,       // in the order of posting
    loads_first,   // at the wait, loads as early as allowed
    sweeps_first,  // then stores, then loads
    stores_first,
    at_random,  // seeded
  };

  enum Kind : std::size_t { loads, sweeps, stores };

  FakeCalls(Happens happens, std::uint64_t seed) : happens_(happens), random_(seed) {}

  void post(Kind kind, Ticket ticket, const After& after, std::function<void()> action) {
    for (const Ticket before : after) {
      if (before < 0 || before >= ticket) throw std::logic_error("fake accelerator: a ticket never returned");
    }
    done_.resize(static_cast<std::size_t>(ticket) + 1);
    done_[0] = true;
    if (happens_ == Happens::at_once) {
      action();
      done_.back() = true;
    } else {
      queues_[kind].push_back({ticket, after, std::move(action)});
    }
  }

  bool idle() const {
    return std::all_of(queues_.begin(), queues_.end(), [](const Queue& queue) { return queue.empty(); });
  }

  void finish_all() {
    while (const std::size_t ready = pick_one()) carry_out(queues_[ready - 1]);
    if (!idle()) throw std::logic_error("fake accelerator: calls that wait for one another");
  }

  // Carries out no more than it must, in the order of its kind.
  void finish(Ticket ticket) {
    const auto open = [&] {
      for (Ticket one = 1; one <= ticket; ++one)
        if (!done_[static_cast<std::size_t>(one)]) return true;
      return false;
    };
    while (happens_ != Happens::at_once && open()) {
      const std::size_t ready = pick_one();
      if (ready == 0) throw std::logic_error("fake accelerator: calls that wait for one another");
      carry_out(queues_[ready - 1]);
    }
  }

 private:
  struct Pending {
    Ticket ticket;
    After after;
    std::function<void()> action;
  };
  using Queue = std::deque<Pending>;

  void carry_out(Queue& queue) {
    queue.front().action();
    done_[static_cast<std::size_t>(queue.front().ticket)] = true;
    queue.pop_front();
  }

  bool ready(const Queue& queue) const {
    if (queue.empty()) return false;
    const After& after = queue.front().after;
    return std::all_of(after.begin(), after.end(), [&](Ticket t) { return done_[static_cast<std::size_t>(t)]; });
  }

  // Kind + 1 of the call to carry out next; 0 if there is none.
  std::size_t pick_one() {
    std::vector<std::size_t> may;
    for (std::size_t kind = 0; kind < queues_.size(); ++kind) {
      if (ready(queues_[kind])) may.push_back(kind);
    }
    if (may.empty()) return 0;
    const auto preferred = [&](std::size_t first, std::size_t second) {
      for (const std::size_t kind : {first, second}) {
        if (std::count(may.begin(), may.end(), kind) != 0) return kind + 1;
      }
      return may.front() + 1;
    };
    switch (happens_) {
      case Happens::loads_first:
        return preferred(loads, sweeps);
      case Happens::sweeps_first:
        return preferred(sweeps, stores);
      case Happens::stores_first:
        return preferred(stores, sweeps);
      case Happens::at_random:
        return may[random_() % may.size()] + 1;
      default:
        break;
    }
    return *std::min_element(may.begin(), may.end(), [&](std::size_t a, std::size_t b) {
      return queues_[a].front().ticket < queues_[b].front().ticket;
    }) + 1;
  }

  Happens happens_;
  std::mt19937_64 random_;
  std::array<Queue, 3> queues_;  // by kind
  std::vector<bool> done_;       // by ticket
};

}  // namespace stencil::test
