// A device that moves no data and keeps the cycles of a configuration, and commands for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "host/device/command.hpp"
#include "sim/device/model/device_timing.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

inline std::unique_ptr<Device> make_model(const Configuration& configuration) {
  return std::make_unique<DeviceTiming>(capabilities_of(configuration));
}
inline SweepCommand sweep(std::int64_t rows, std::int64_t cols, std::int64_t niter) {
  return {rows, cols, niter, JacobiWeights{1.0, 1.0, 0.25}};
}

inline DeviceCommand tile(std::int64_t rows, std::int64_t cols, std::int64_t sweeps) {
  TileCommand command;
  command.rows = rows;
  command.cols = cols;
  command.sweeps = sweeps;
  command.top = {1, 0};
  command.bottom = {rows - 1, 0};
  command.left = {1, 0};
  command.right = {cols - 1, 0};
  return command;
}

}  // namespace stencil
