// Bursts posted in one direction, from posting to completion.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "host/base/ring.hpp"
#include "sim/device/contract/activity.hpp"
#include "sim/device/contract/device.hpp"
#include "sim/device/pins/progress.hpp"

namespace stencil {

// Bursts of one direction complete in the order they were posted. The front is the oldest that has not completed; the
// first `addressed` of them have had their address accepted. Those behind the next one to address, at times all of a
// step, are held as one where each goes on where the one before ends.
class BurstQueue {
 public:
  // beat_words: 1, 2, 4 or 8.
  BurstQueue(bool to_device, std::int64_t beat_words) : beat_words_(beat_words), reporter_(to_device) {
    for (std::int64_t words = beat_words; words > 1; words /= 2) ++beat_shift_;
  }

  void clear() {
    bursts_.clear();
    runs_.clear();
    addressed_ = waiting_ = 0;
    has_next_ = false;
    reporter_.reset();
  }
  void post(const Burst& burst, std::int64_t now) {
    if (runs_.empty() || !runs_.back().add(burst, now)) runs_.push_back(Run(burst, now));
    ++waiting_;
    bring_next();
  }
  void address_accepted(std::int64_t now) {
    bursts_[addressed_++].accepted_cycle = now;
    bring_next();
  }
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
  std::size_t size() const { return bursts_.size() + waiting_; }
  std::size_t addressed() const { return addressed_; }
  // index: at most addressed().
  const Burst& operator[](std::size_t index) const { return bursts_[index].burst; }
  const Burst& front() const { return bursts_.front().burst; }

  // The first cycle in which the next address may be offered; `never` if there is none or it waits for others.
  std::int64_t next_address_cycle(const Progress& progress) {
    if (!has_next_) return never;
    Pending& next = bursts_[addressed_];
    if (next.earliest_cycle == never) {
      const std::int64_t met = progress.reached(next.burst.after);
      if (met != never) next.earliest_cycle = std::max(next.posted_cycle, met) + next.burst.latency_cycles;
    }
    return next.earliest_cycle;
  }
  const Burst& next_to_address() const { return bursts_[addressed_].burst; }

  std::int64_t first_lane(const Burst& burst) const {
    return static_cast<std::int64_t>(burst.address / 8) & (beat_words_ - 1);
  }
  std::int64_t beats(const Burst& burst) const {
    return (first_lane(burst) + burst.length_words + beat_words_ - 1) >> beat_shift_;
  }
  // AxSIZE of a full beat of the bus.
  unsigned size_code() const { return 3 + beat_shift_; }

 private:
  struct Pending {
    Burst burst;
    std::int64_t posted_cycle;
    std::int64_t earliest_cycle;  // of the address; never: not known yet
    std::int64_t accepted_cycle;  // of its address; never: not yet
  };

  // Bursts that differ only by their places, each where the one before ends; all as long as the first but the last one,
  // which may be shorter.
  class Run {
   public:
    Run() = default;
    Run(const Burst& burst, std::int64_t now)
        : first_(burst), posted_cycle_(now), words_(burst.length_words), last_words_(burst.length_words) {}

    // Adds a burst that goes on; returns whether it does.
    bool add(const Burst& burst, std::int64_t now) {
      const std::int64_t at = 8 * words_;
      const bool goes_on = last_words_ == first_.length_words && burst.length_words <= first_.length_words &&
                           burst.address == first_.address + static_cast<std::uint64_t>(at) &&
                           burst.host == first_.host + at && now == posted_cycle_ && waits_alike(burst, first_);
      if (!goes_on) return false;
      words_ += burst.length_words;
      last_words_ = burst.length_words;
      return true;
    }
    bool empty() const { return words_ == 0; }
    // @pre not empty
    Pending take_first() {
      Pending taken{first_, posted_cycle_, never, never};
      if (words_ < first_.length_words) taken.burst.length_words = words_;
      const std::int64_t words = taken.burst.length_words;
      first_.address += static_cast<std::uint64_t>(words) * 8;
      first_.host += words * 8;
      words_ -= words;
      return taken;
    }

   private:
    static bool waits_alike(const Burst& one, const Burst& other) {
      const PostedAfter &a = one.after, &b = other.after;
      return a.loads == b.loads && a.stores == b.stores && a.registers == b.registers && a.commands == b.commands &&
             a.idle == b.idle && one.latency_cycles == other.latency_cycles;
    }

    Burst first_;
    std::int64_t posted_cycle_ = 0;
    std::int64_t words_ = 0;       // of all of them
    std::int64_t last_words_ = 0;  // of the last one
  };

  void bring_next() {
    has_next_ = addressed_ < bursts_.size() || waiting_ > 0;
    if (addressed_ < bursts_.size() || waiting_ == 0) return;
    bursts_.push_back(runs_.front().take_first());
    if (runs_.front().empty()) runs_.pop_front();
    --waiting_;
  }

  std::int64_t beat_words_;
  unsigned beat_shift_ = 0;  // beat_words_ as a power of 2: asked for in every clock, where a division is dear
  Ring<Pending> bursts_;     // those addressed, and the next one
  Ring<Run> runs_;           // the rest
  std::size_t addressed_ = 0;
  std::size_t waiting_ = 0;  // bursts in runs
  bool has_next_ = false;    // asked in every clock
  TransferReporter reporter_;
};

}  // namespace stencil
