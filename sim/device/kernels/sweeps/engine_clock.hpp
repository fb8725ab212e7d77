// The engine in clock cycles: commands that issue, drain and finish by its laws.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/kernels/common/kernel_clock.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"

namespace stencil {

// Mirrors rtl/engine/command_slots.v around EngineTiming. cycle() and quiet() as in KernelClock; between them nothing
// but the time changes, so there is nothing to skip. `offered` is null when no command is.
class EngineClock {
 public:
  explicit EngineClock(const EngineShape& shape) : shape_(shape), passes_(shape, {}) {}

  void reset();
  EngineCycle cycle(std::int64_t now, const BlockShape* offered);
  std::int64_t quiet(std::int64_t now, const BlockShape* offered) const;
  // What the clocks show for which quiet() vouches.
  EngineCycle show(std::int64_t now) const;

 private:
  bool last_pass() const { return pass_ == passes_.count() - 1; }
  bool issued(std::int64_t now) const { return last_pass() && now >= last_beat_; }
  bool could_follow(std::int64_t now, const BlockShape* offered) const {
    return offered && issuing_ && issued(now) && offered->follows(block_);
  }
  void begin_pass(std::int64_t number, std::int64_t start);

  EngineShape shape_;
  bool issuing_ = false;   // a command issues, or has and is the youngest in flight
  bool draining_ = false;  // and one before it is still in flight
  bool held_ = false;      // in the clock before, a command could have followed but for those in flight
  std::int64_t drained_cycle_ = 0;
  // The command that issues
  BlockShape block_;
  BlockPasses passes_;
  EngineTiming timing_;
  std::int64_t pass_ = 0;
  std::int64_t present_end_ = 0;  // of the pass: half-open
  std::int64_t last_beat_ = 0;
  std::int64_t next_start_ = 0;  // where the next pass begins
  std::int64_t finish_cycle_ = 0;
};

}  // namespace stencil
