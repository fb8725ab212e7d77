// Bursts posted in one direction, from posting to completion.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "sim/device/contract/activity.hpp"
#include "sim/device/contract/device.hpp"
#include "sim/device/pins/progress.hpp"

namespace stencil {

// Bursts complete in the order they were posted. The front is the oldest that has not completed; the first
// `addressed` of them have had their address accepted.
class BurstQueue {
 public:
  BurstQueue(bool to_device, std::int64_t beat_words) : beat_words_(beat_words), reporter_(to_device) {}

  void clear() {
    bursts_.clear();
    addressed_ = 0;
    reporter_.reset();
  }
  void post(const Burst& burst, std::int64_t now) { bursts_.push_back({burst, now, never, never}); }
  void address_accepted(std::int64_t now) { bursts_[addressed_++].accepted_cycle = now; }
  // The first data beat of a burst moves, and the last of the same burst.
  void data_begins(std::size_t index, std::int64_t now) { reporter_.burst_begins(bursts_[index].accepted_cycle, now); }
  void data_ends(std::int64_t now) { reporter_.burst_ends(now); }
  // Null: none.
  void observe(ActivityObserver* observer) { reporter_.observe(observer); }
  void complete_front() {
    bursts_.pop_front();
    --addressed_;
  }

  bool empty() const { return bursts_.empty(); }
  std::size_t size() const { return bursts_.size(); }
  std::size_t addressed() const { return addressed_; }
  const Burst& operator[](std::size_t index) const { return bursts_[index].burst; }
  const Burst& front() const { return bursts_.front().burst; }

  // The first cycle in which the next address may be offered; `never` if there is none or it waits for others.
  std::int64_t next_address_cycle(const Progress& progress) {
    if (addressed_ == bursts_.size()) return never;
    Pending& next = bursts_[addressed_];
    if (next.earliest_cycle == never) {
      const std::int64_t met = progress.reached(next.burst.after);
      if (met != never) next.earliest_cycle = std::max(next.posted_cycle, met) + next.burst.latency_cycles;
    }
    return next.earliest_cycle;
  }
  const Burst& next_to_address() const { return bursts_[addressed_].burst; }

  std::int64_t first_lane(const Burst& burst) const {
    return static_cast<std::int64_t>(burst.address / 8) % beat_words_;
  }
  std::int64_t beats(const Burst& burst) const {
    return (first_lane(burst) + burst.length_words + beat_words_ - 1) / beat_words_;
  }
  // AxSIZE of a full beat of the bus.
  unsigned size_code() const {
    unsigned code = 3;
    for (std::int64_t words = beat_words_; words > 1; words /= 2) ++code;
    return code;
  }

 private:
  struct Pending {
    Burst burst;
    std::int64_t posted_cycle;
    std::int64_t earliest_cycle;  // of the address; never: not known yet
    std::int64_t accepted_cycle;  // of its address; never: not yet
  };

  std::int64_t beat_words_;
  std::deque<Pending> bursts_;
  std::size_t addressed_ = 0;
  TransferReporter reporter_;
};

}  // namespace stencil
