// Bounds how long a device may be quiet before it counts as hung.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/device.hpp"

namespace stencil {

// Knows the commands posted to the device since it was last idle. The bounds follow from what the device itself
// promises (rtl/CONTRACT.md), not from a prediction of our model: RTL that is slower than ours announces it and has not
// hung.
class HangBound {
 public:
  HangBound() = default;
  HangBound(const Capabilities& device, const LinkOptions& link);

  // Each command may take this many times its bound, 1 or more, but at most 2,000,000 cycles beyond it.
  void allow_times(std::int64_t times) { allowed_times_ = times; }

  // sweeps: of the command. cycles: what the laws give it. times: PROGRESS_SWEEP or PROGRESS_TILE of the device, 0: it
  // has none.
  void command(std::int64_t sweeps, std::int64_t cycles, std::int64_t times);
  void idle() { commands_.clear(); }
  // Counted since the device was last idle.
  std::int64_t commands() const { return static_cast<std::int64_t>(commands_.size()); }

  // The longest stretch, in cycles, without a handshake and without the end of a command: while the device has no
  // command, and what is added while `unfinished` of those posted have not ended, `unoffered` of which were not offered
  // to it. With PROGRESS_SWEEP and PROGRESS_TILE that is a multiple of the laws' cycles of the oldest it has; without
  // (before version 6), PROGRESS_CYCLES for each pass of all it has, at most one per sweep; of a device without that
  // register too (version 3), a thousand times the laws' cycles.
  std::int64_t idle_cycles() const;
  std::int64_t command_cycles(std::int64_t unfinished, std::int64_t unoffered) const;
  // The bound of the oldest command that the device has, by its parts; null: it has none, or none is counted.
  struct Term {
    std::int64_t bound;
    std::int64_t cycles;  // of the laws
    std::int64_t times;   // allowed in all; 0: the bound has another rule
  };
  const Term* oldest(const HangState& owed) const;
  // Both as the terms of a wait, which must not outlive this object; both together for what a device owes.
  WaitFor terms() const;
  std::int64_t limit_cycles(const HangState& owed) const {
    return idle_cycles() + command_cycles(owed.commands, owed.unoffered);
  }

 private:
  std::int64_t settle_cycles_ = 0;
  std::int64_t progress_cycles_ = 0;
  std::int64_t link_cycles_ = 0;  // in which the link makes the device wait
  std::int64_t allowed_times_ = 1;
  bool in_turn_ = false;        // the bound of a command holds from the end of the one before
  std::vector<Term> commands_;  // oldest first
};

}  // namespace stencil
