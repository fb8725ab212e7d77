// Records when posted bursts and register accesses completed, and so when posts that wait for them may go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "sim/device/contract/device.hpp"

namespace stencil {

// Later than any cycle of any run.
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

// Completions of one kind, in order. A long run without a wait has one of each burst: those at equal distances, as of
// bursts that stream, are one entry.
class Completions {
 public:
  // `cycle`: of the handshake, no less than that of the last one; the completion counts from the next cycle on.
  void add(std::int64_t cycle) {
    ++count_;
    if (!series_.empty() && series_.back().take(count_, cycle + 1)) return;
    series_.push_back({count_, cycle + 1, 0});
  }
  // The first cycle from which `count` completions count; `never` if there are not that many yet.
  std::int64_t reached(std::int64_t count) const {
    if (count > count_) return never;
    if (count <= forgotten_) return 0;
    const auto after = std::upper_bound(series_.begin(), series_.end(), count,
                                        [](std::int64_t asked, const Series& series) { return asked < series.first; });
    return std::prev(after)->cycle_of(count);
  }
  bool has(std::int64_t count) const { return count <= count_; }
  // Only while no post waits: all completions so far then count from cycle 0.
  void forget() {
    forgotten_ = count_;
    series_.clear();
  }

 private:
  struct Series {
    std::int64_t first;     // the number of its first completion, from 1 on
    std::int64_t cycle;     // from which that one counts
    std::int64_t distance;  // in cycles, from each to the next; 0 while there is one alone, or of the same cycle

    std::int64_t cycle_of(std::int64_t number) const { return cycle + (number - first) * distance; }
    // Takes the next completion, if it comes at the same distance; returns whether it does.
    bool take(std::int64_t number, std::int64_t counts_from) {
      if (number == first + 1) distance = counts_from - cycle;
      return cycle_of(number) == counts_from;
    }
  };

  std::int64_t count_ = 0;
  std::int64_t forgotten_ = 0;  // of these
  std::vector<Series> series_;
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
