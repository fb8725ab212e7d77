// Records when posted bursts and register accesses completed, and so when posts that wait for them may go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/device/contract/device.hpp"

namespace stencil {

// Later than any cycle of any run.
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

// Completions of one kind, in order.
class Completions {
 public:
  // `cycle`: of the handshake; the completion counts from the next cycle on.
  void add(std::int64_t cycle) { cycles_.push_back(cycle + 1); }
  // The first cycle from which `count` completions count; `never` if there are not that many yet.
  std::int64_t reached(std::int64_t count) const {
    if (count <= forgotten_) return 0;
    const auto index = static_cast<std::size_t>(count - forgotten_ - 1);
    return index < cycles_.size() ? cycles_[index] : never;
  }
  bool has(std::int64_t count) const { return count <= forgotten_ + static_cast<std::int64_t>(cycles_.size()); }
  // Only while no post waits: all completions so far then count from cycle 0.
  void forget() {
    forgotten_ += static_cast<std::int64_t>(cycles_.size());
    cycles_.clear();
  }

 private:
  std::int64_t forgotten_ = 0;
  std::vector<std::int64_t> cycles_;
};

struct Progress {
  Completions loads;
  Completions stores;
  Completions registers;
  Completions commands;
  bool interrupt = false;  // as it was in the last clock

  // The first cycle in which all counts of `after` are reached; `never` if that is not known yet.
  std::int64_t reached(const PostedAfter& after) const {
    if (after.idle && !interrupt) return never;
    return std::max({loads.reached(after.loads), stores.reached(after.stores), registers.reached(after.registers),
                     interrupt ? 0 : commands.reached(after.commands)});
  }
  // owes: the device has accepted commands that have not ended. Then its interrupt says that it has refused one, which
  // will never be reached.
  bool is_over(const DoneCounts& counts, bool owes) const {
    if (!commands.has(counts.commands)) return interrupt && owes;
    return loads.has(counts.loads) && stores.has(counts.stores);
  }
  void forget() {
    loads.forget();
    stores.forget();
    registers.forget();
    commands.forget();
  }
};

}  // namespace stencil
