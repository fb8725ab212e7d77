// Pass on what one of two devices shows, in the cycles of both together; a handover is not shown.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "sim/device/contract/activity.hpp"
#include "sim/device/contract/handshakes.hpp"

namespace stencil {

// Shifts the clock of a device that works to the one that observers are shown.
struct SegmentClock {
  bool is_shown = true;     // false: state is handed over
  std::int64_t offset = 0;  // of the cycles of both together to those of the device

  std::int64_t shown(std::int64_t cycle) const { return cycle + offset; }
};

class SegmentHandshakes final : public HandshakeObserver {
 public:
  SegmentHandshakes(HandshakeObserver& to, const SegmentClock& clock) : to_(to), clock_(clock) {}

  void seen(const Handshake& handshake) override {
    if (!clock_.is_shown) return;
    Handshake shown = handshake;
    shown.cycle = clock_.shown(handshake.cycle);
    to_.seen(shown);
  }

 private:
  HandshakeObserver& to_;
  const SegmentClock& clock_;
};

class SegmentActivity final : public ActivityObserver {
 public:
  SegmentActivity(ActivityObserver& to, const SegmentClock& clock) : to_(to), clock_(clock) {}

  TransferWatch transfer_begins(bool to_device, std::int64_t free, std::int64_t cycle) override {
    if (!clock_.is_shown) return {1, std::numeric_limits<std::int64_t>::max()};
    return to_.transfer_begins(to_device, clock_.shown(free), clock_.shown(cycle));
  }
  void burst_held(bool to_device, std::int64_t free, std::int64_t cycle) override {
    if (clock_.is_shown) to_.burst_held(to_device, clock_.shown(free), clock_.shown(cycle));
  }
  void transfer_ends(bool to_device, std::int64_t end) override {
    if (clock_.is_shown) to_.transfer_ends(to_device, clock_.shown(end));
  }
  void cause_begins(contract::Cause cause, std::int64_t cycle) override {
    if (clock_.is_shown) to_.cause_begins(cause, clock_.shown(cycle));
  }
  void command_ends(std::int64_t cycle) override {
    if (clock_.is_shown) to_.command_ends(clock_.shown(cycle));
  }
  // Both devices are idle: the one that works from now on tells only what changes.
  void idle_from(std::int64_t cycle) { to_.cause_begins(contract::CAUSE_IDLE, cycle); }

 private:
  ActivityObserver& to_;
  const SegmentClock& clock_;
};

}  // namespace stencil
