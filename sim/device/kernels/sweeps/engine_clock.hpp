// The engine in clock cycles: commands that issue, drain and finish by its laws.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/kernels/common/kernel_clock.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"

namespace stencil {

// Mirrors rtl/engine/command_slots.v around EngineTiming. cycle() and quiet() as in KernelClock; in quiet clocks no
// state changes, so there is nothing to skip. `offered` is null when there is no command.
class EngineClock {
 public:
  explicit EngineClock(const EngineShape& shape) : shape_(shape), passes_(shape, {}) {}

  void reset();
  EngineCycle cycle(std::int64_t now, const BlockShape* offered);
  std::int64_t quiet(std::int64_t now, const BlockShape* offered) const;
  // The signals during quiet clocks.
  EngineCycle show(std::int64_t now) const;

 private:
  bool last_pass() const { return pass_ == passes_.count() - 1; }
  bool issued(std::int64_t now) const { return last_pass() && now >= last_beat_; }
  bool could_follow(std::int64_t now, const BlockShape* offered) const {
    return offered && issuing_ && issued(now) && offered->follows(block_);
  }
  void begin_pass(std::int64_t number, std::int64_t start);

  EngineShape shape_;
  bool issuing_ = false;   // a command issues, or has issued and is the youngest in flight
  bool draining_ = false;  // and an older one is still in flight
  bool held_ = false;      // in the clock before, only commands in flight kept another from following
  std::int64_t drained_cycle_ = 0;
  // The command that issues
  BlockShape block_;
  BlockPasses passes_;
  EngineTiming timing_;
  std::int64_t pass_ = 0;
  std::int64_t present_end_ = 0;  // first cycle after the pass has read its last beat
  std::int64_t last_beat_ = 0;
  std::int64_t next_start_ = 0;  // first cycle of the next pass
  std::int64_t finish_cycle_ = 0;
};

}  // namespace stencil
