// The first sweep of a C program that the device made otherwise than the golden loop, as calls that can be made again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

class WrongSweep {
 public:
  // A sweep of these rows of f and r, as the device holds them, is about to begin. block: its number in the report.
  void begins(const SweepCommand& command, std::int64_t block, const double* f, const double* r);
  // What the device gave, and what the golden loop gives: kept, if that is the first that differs.
  void ended(const std::vector<double>& got, const std::vector<double>& expected);

  // One command on words of local memory, with a store of its rows; device and machine are not filled in.
  const std::optional<Capsule>& found() const { return found_; }

 private:
  Capsule now_;
  std::optional<DeviceCommand> before_;  // the last sweep
  std::optional<Capsule> found_;
};

}  // namespace stencil
