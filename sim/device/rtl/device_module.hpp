// The one object of C linkage that a Verilated configuration exports when it is loaded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/device/contract/device.hpp"

namespace stencil {

class AccelPins;  // sim/device/pins/simulation/accel_pins.hpp

struct DeviceModule {
  // A digest of the headers that program and module share. A module with a different digest must not be called.
  const char* interface_digest;
  // The Verilog parameters it was built with, "PES=4 LANES=1 ...", as in the table of configurations.
  const char* parameters;
  // Its arithmetic: "rtl", "operators", "points" (sim/device/rtl/arithmetic.hpp).
  const char* arithmetic;
  // The Verilog it was built from: a line with the SHA-256 of all files, then "SHA-256 path" for each file, sorted by
  // path (relative to the RTL tree for files inside it). Comments and empty lines do not count.
  const char* sources;
  // plusargs: "+NAME" or "+NAME=VALUE" words for $test$plusargs and $value$plusargs of the RTL.
  std::unique_ptr<Device> (*make)(const std::vector<std::string>& plusargs);
  // The same device for a bench that drives its pins; null in a module that writes waves.
  std::unique_ptr<AccelPins> (*make_pins)(int seed, const std::vector<std::string>& plusargs);
};

constexpr const char* device_module_symbol = "stencil_device_module";

}  // namespace stencil
