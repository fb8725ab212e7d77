// The model accelerator's device: the exact clock of DeviceTiming around golden sweeps and tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/local_memory.hpp"
#include "sim/device/model/device_timing.hpp"

namespace stencil {

// A burst's data moves when its last beat does, a command's when its last result is written: between the two nobody
// else may look, that is what the interlock is for. Local memory starts as zeros. What the contract calls undefined,
// the unfinished rows of a first skewed block and the r buffer of all skewed ones, is overwritten with NaNs of their
// own, so that nobody comes to rely on it.
class ModelDevice final : public DeviceTiming {
 public:
  explicit ModelDevice(const Capabilities& device);

  // From the speed of the sweeps, which are nearly all of the work.
  double measure_rate() override;

 private:
  void moved(const Burst& burst) override;
  std::uint64_t swept(const DeviceCommand& command) override;
  void change_cleared() override { memory_.reset_change(); }
  void spoil(const Place& place);

  LocalMemory memory_;
  std::vector<double> spoiled_;
};

}  // namespace stencil
