// Tells when nothing can happen for a while, so that those clocks need not be ticked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/rtl/burst_queue.hpp"

namespace stencil {

// A device is idle when no command is queued or in flight, no address has been accepted, and no command has finished
// and no register was accessed for so long that what either sets off inside (the plan of NITER takes longest) is over.
class IdleWatch {
 public:
  // A command that is refused never finishes: from then on nothing is skipped any more.
  void command_posted() { ++unfinished_; }
  void command_finished(std::int64_t now) {
    --unfinished_;
    settled_cycle_ = std::max(settled_cycle_, now + settle_cycles);
  }
  void register_moved(std::int64_t now) { settled_cycle_ = now + settle_cycles; }

  std::int64_t unfinished_commands() const { return unfinished_; }

  // Enough have passed since the last register access and the last command's end.
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
  static constexpr std::int64_t settle_cycles = 100;  // the plan of 32 bits takes 67

  std::int64_t unfinished_ = 0;
  std::int64_t settled_cycle_ = 0;
};

}  // namespace stencil
