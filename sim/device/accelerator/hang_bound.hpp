// Bounds how long a device may be quiet before it counts as hung.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

// Counts the work given to the device since it was last idle. The bounds follow from what the device itself promises
// (SETTLE_CYCLES, PROGRESS_CYCLES of rtl/CONTRACT.md), never from a prediction of our model: RTL that is slower than
// ours has not hung.
class HangBound {
 public:
  HangBound() = default;
  HangBound(const Capabilities& device, const LinkOptions& link);

  // `cycles`: the engine cycles that our model predicts.
  void command(std::int64_t sweeps, std::int64_t cycles);
  void idle();

  // Longest stretch, in cycles, without a handshake and without the end of a command: PROGRESS_CYCLES for each pass, of
  // which there is at most one per sweep. For a device without that register (contract version 3): a thousand times the
  // predicted cycles.
  std::int64_t limit_cycles() const;
  // Quiet cycles after which to warn the user, who may take a slow device for a hung one: ten times those that our
  // model predicts, 5,000,000 at least.
  std::int64_t warning_cycles() const;

 private:
  std::int64_t settle_cycles_ = 0;
  std::int64_t progress_cycles_ = 0;
  std::int64_t link_cycles_ = 0;  // in which the link makes the device wait
  std::int64_t sweeps_ = 0;
  std::int64_t expected_cycles_ = 0;
};

}  // namespace stencil
