// Tells when nothing can happen for a while, so that those clocks need not be ticked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/device/pins/burst_queue.hpp"

namespace stencil {

// A device is idle when no command is queued or in flight, no address has been accepted, and for settle_cycles no
// command has finished and no handshake took place: a bound that the device tells (SETTLE_CYCLES), after which nothing
// goes on inside. While none is known, nothing is skipped.
class IdleWatch {
 public:
  // From the first clock after a reset on.
  explicit IdleWatch(std::int64_t settle_cycles = never)
      : settle_cycles_(settle_cycles), settled_cycle_(settle_cycles) {}

  // A command that is refused never finishes: from then on nothing is skipped any more.
  void command_posted() { ++unfinished_; }
  void command_finished(std::int64_t now) {
    --unfinished_;
    settled_cycle_ = std::max(settled_cycle_, settled_after(now));
  }
  // A handshake took place.
  void moved(std::int64_t now) { settled_cycle_ = std::max(settled_cycle_, settled_after(now)); }

  std::int64_t unfinished_commands() const { return unfinished_; }

  // Enough have passed since the last handshake and the last command's end.
  bool settled(std::int64_t now) const { return now >= settled_cycle_; }
  std::int64_t settled_cycle() const { return settled_cycle_; }

  // The cycle up to which nothing happens, because each burst that could go waits out its latency; otherwise `now`.
  // For use where no register access goes on either.
  std::int64_t until(std::int64_t now, BurstQueue& loads, BurstQueue& stores, const Progress& progress) const {
    if (unfinished_ > 0 || !settled(now) || loads.addressed() > 0 || stores.addressed() > 0) return now;
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
