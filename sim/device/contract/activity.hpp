// Tells what a device does as its pins show it: the data of transfers, the cause of each cycle, the ends of commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/device/contract/contract.hpp"

namespace stencil {

// How an observer follows a transfer that has begun.
struct TransferWatch {
  std::int64_t bursts = 1;           // transfer_ends() follows the last of them
  std::int64_t patience_cycles = 0;  // burst_held() tells only bursts that waited longer
};

// Called while the device runs, in the order of its cycles. Cycles count from the reset. Transfers of one direction
// follow one another: none begins before the last beat of the one before.
class ActivityObserver {
 public:
  virtual ~ActivityObserver() = default;

  // The first data beat of a transfer moves in `cycle`. It could have from `free` on: its address was accepted and the
  // transfer before it done. `free` is `cycle` where the address is accepted later.
  virtual TransferWatch transfer_begins(bool to_device, std::int64_t free, std::int64_t cycle) = 0;
  // The first data beat of a later burst of it moves, which could have from `free` on.
  virtual void burst_held(bool to_device, std::int64_t free, std::int64_t cycle) = 0;
  // The last data beat of the transfer moved in the cycle before `end`.
  virtual void transfer_ends(bool to_device, std::int64_t end) = 0;
  // From this cycle on, skipped clocks included.
  virtual void cause_begins(contract::Cause cause, std::int64_t cycle) = 0;
  // The last cycle of the oldest command.
  virtual void command_ends(std::int64_t cycle) = 0;
};

// Tells an observer, where there is one, of the transfers of one direction. A transfer may have a thousand bursts, so
// each of them costs a comparison or two and calls nothing.
class TransferReporter {
 public:
  explicit TransferReporter(bool to_device) : to_device_(to_device) {}

  // While no burst is under way. Null: none.
  void observe(ActivityObserver* observer) {
    *this = TransferReporter(to_device_);
    observer_ = observer;
  }
  // The device is reset: its bursts are gone, and its cycles count from 0.
  void reset() { observe(observer_); }
  // Its address was accepted in `accepted`, or not yet: then that is later than `now`.
  void burst_begins(std::int64_t accepted, std::int64_t now) {
    if (observer_ == nullptr) return;
    const std::int64_t busy = std::min(std::max(accepted, end_ - 1), now - 1);
    if (left_ == 0) {
      watch_ = observer_->transfer_begins(to_device_, busy + 1, now);
      left_ = watch_.bursts;
    } else if (now - busy - 1 > watch_.patience_cycles) {
      observer_->burst_held(to_device_, busy + 1, now);
    }
  }
  void burst_ends(std::int64_t now) {
    if (observer_ == nullptr) return;
    end_ = now + 1;
    if (--left_ == 0) observer_->transfer_ends(to_device_, end_);
  }

 private:
  bool to_device_;
  ActivityObserver* observer_ = nullptr;
  TransferWatch watch_;
  std::int64_t left_ = 0;  // bursts of the transfer that have not ended
  std::int64_t end_ = 0;   // of the last burst
};

// Tells an observer, where there is one, when the cause changes.
class CauseReporter {
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
