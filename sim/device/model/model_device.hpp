// The model accelerator's device: the exact clock of DeviceTiming around golden sweeps and tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/local_memory.hpp"
#include "sim/device/model/device_timing.hpp"

namespace stencil {

// The data of a burst moves with its last beat, that of a command when its last result is written: the interlock keeps
// all others off the buffer in between. Local memory starts as zeros. Words that the contract calls undefined, the
// unfinished rows of a first skewed block and the r buffers of all skewed blocks, are overwritten with a NaN that no
// operation makes, so that a program which relies on them shows.
class ModelDevice final : public DeviceTiming {
 public:
  explicit ModelDevice(const Capabilities& device);

  // Estimated from the speed of golden sweeps, which are nearly all of the work.
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
