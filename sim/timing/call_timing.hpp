// Clock cycles of the calls a host makes, predicted without the device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/accelerator.hpp"
#include "sim/timing/engine_timing.hpp"

namespace stencil {

// Sums up, call by call, what the sequential schedule costs: cycles of the device as it is built (model) and
// of the same transfers and sweeps without control overhead (ideal): beats of the link, C_model of the engine.
class CallTiming {
 public:
  CallTiming(const Capabilities& device, const LinkOptions& link);

  // Beats of one transfer of length_words whole words at byte address `address`.
  std::int64_t beats(std::uint64_t address, std::int64_t length_words) const;

  // A run of transfers in one direction, `beats` in all, posted together.
  void transfers(bool to_device, std::int64_t beats);

  // A sweep whose command needed register_writes writes; plan_niter: NITER was among them.
  void sweep(const SweepCommand& command, std::int64_t register_writes, bool plan_niter);

  std::int64_t model_cycles() const { return model_cycles_; }
  std::int64_t ideal_cycles() const { return ideal_cycles_; }

 private:
  // Cycles from the first to the last of `beats` on the link, both included.
  std::int64_t link_cycles(std::int64_t beats) const;

  EngineShape engine_;
  LinkOptions link_;
  std::int64_t beat_bytes_;
  std::int64_t model_cycles_ = 0;
  std::int64_t ideal_cycles_ = 0;
};

}  // namespace stencil
