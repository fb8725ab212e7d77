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
  // A sweep is about to begin; f: its rows, as the device holds them. block: its number in the report.
  void begins(const SweepCommand& command, std::int64_t block, const double* f);
  // got: by the device; expected: by the golden loop; r: the rows beside them. Keeps the sweep if it is the first that
  // differs.
  void ended(const double* r, const std::vector<double>& got, const std::vector<double>& expected);

  // One command on words of local memory, with a store of its rows; device and machine are not filled in.
  const std::optional<Capsule>& found() const { return found_; }

 private:
  SweepCommand command_;
  std::int64_t block_ = 0;
  std::vector<double> f_;
  std::optional<DeviceCommand> before_;  // the sweep before it
  std::optional<Capsule> found_;
};

}  // namespace stencil
