// How long a device may be quiet before it counts as hung.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

// Counts what the device was given since it was last idle. The bounds are the device's own promise (SETTLE_CYCLES,
// PROGRESS_CYCLES of rtl/CONTRACT.md), never a prediction of our model: RTL that is slower than ours is no hang.
class HangBound {
 public:
  HangBound() = default;
  HangBound(const Capabilities& device, const LinkOptions& link);

  // `cycles`: what our model expects of the engine.
  void command(std::int64_t sweeps, std::int64_t cycles);
  void idle();

  // Cycles without a handshake and without a command's end that the device may take: for each pass, of which there is
  // at most one per sweep, those it tells. A device that tells none (version 3): a thousand times what is expected.
  std::int64_t limit_cycles() const;
  // When to warn the user, who may take a slow device for a hung one: after ten times the cycles that our model expects
  // and 5,000,000 at least.
  std::int64_t warning_cycles() const;

 private:
  std::int64_t settle_cycles_ = 0;
  std::int64_t progress_cycles_ = 0;
  std::int64_t link_cycles_ = 0;  // in which the master lets the device wait
  std::int64_t sweeps_ = 0;
  std::int64_t expected_cycles_ = 0;
};

}  // namespace stencil
