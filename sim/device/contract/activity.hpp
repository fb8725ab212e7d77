// Tells what a device does as its pins show it: the data of bursts, the cause of each cycle, the ends of commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/contract/contract.hpp"

namespace stencil {

// Called while the device runs, in the order of its cycles. Cycles count from the reset. Bursts of one direction follow
// one another: none begins before the last beat of the one before.
class ActivityObserver {
 public:
  virtual ~ActivityObserver() = default;

  // The first data beat of a burst moves in `cycle`; its address was accepted in `accepted`, or not yet.
  virtual void burst_begins(bool to_device, std::int64_t accepted, std::int64_t cycle) = 0;
  // Its last data beat moves.
  virtual void burst_ends(bool to_device, std::int64_t cycle) = 0;
  // From this cycle on, skipped clocks included.
  virtual void cause_begins(contract::Cause cause, std::int64_t cycle) = 0;
  // The last cycle of the oldest command.
  virtual void command_ends(std::int64_t cycle) = 0;
};

// Tells an observer, where there is one, when the cause changes.
class CauseTeller {
 public:
  // In a cycle that has not passed yet. Null: none.
  void observe(ActivityObserver* observer, std::int64_t now) {
    observer_ = observer;
    if (observer_ != nullptr) observer_->cause_begins(cause_, now);
  }
  void cycle(contract::Cause cause, std::int64_t now) {
    if (cause == cause_) return;
    cause_ = cause;
    if (observer_ != nullptr) observer_->cause_begins(cause, now);
  }
  void command_ends(std::int64_t now) const {
    if (observer_ != nullptr) observer_->command_ends(now);
  }

 private:
  ActivityObserver* observer_ = nullptr;
  contract::Cause cause_ = contract::CAUSE_IDLE;  // of the last cycle
};

}  // namespace stencil
