// Finds clocks in which nothing can happen, so that they need not be ticked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/device/pins/burst_queue.hpp"

namespace stencil {

// A device is idle when no command is queued or in flight, no address has been accepted, and for settle_cycles no
// command has finished and no handshake took place: the device promises that nothing goes on inside after that many
// (SETTLE_CYCLES). While the number is not known, no clock is skipped.
class IdleWatch {
 public:
  // Watches from the first clock after a reset on.
  explicit IdleWatch(std::int64_t settle_cycles = never)
      : settle_cycles_(settle_cycles), settled_cycle_(settle_cycles) {}

  // A refused command never finishes: from then on no clock is skipped.
  void command_posted() { ++unfinished_; }
  void command_finished(std::int64_t now) {
    --unfinished_;
    settled_cycle_ = std::max(settled_cycle_, settled_after(now));
  }
  // A handshake took place.
  void moved(std::int64_t now) { settled_cycle_ = std::max(settled_cycle_, settled_after(now)); }

  std::int64_t unfinished_commands() const { return unfinished_; }

  // Whether settle_cycles have passed since the last handshake and the last end of a command.
  bool settled(std::int64_t now) const { return now >= settled_cycle_; }
  std::int64_t settled_cycle() const { return settled_cycle_; }

  // Whether until() gives `now` whatever the bursts are.
  bool is_busy(std::int64_t now) const { return unfinished_ > 0 || !settled(now); }

  // The cycle up to which nothing happens because each burst that could go waits for the end of its latency; otherwise
  // `now`. To be used only while no register access is under way.
  std::int64_t until(std::int64_t now, BurstQueue& loads, BurstQueue& stores, const Progress& progress) const {
    if (is_busy(now) || loads.addressed() > 0 || stores.addressed() > 0) return now;
    const std::int64_t next = std::min(loads.next_address_cycle(progress), stores.next_address_cycle(progress));
    return next == never ? now : std::max(now, next);
  }

 private:
  std::int64_t settled_after(std::int64_t now) const { return settle_cycles_ == never ? never : now + settle_cycles_; }

  std::int64_t settle_cycles_;
  std::int64_t unfinished_ = 0;
  std::int64_t settled_cycle_;
};

}  // namespace stencil
