// Modules that are no accelerators: one that crashes when it is made, one whose evaluation never ends.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "sim/device/pins/simulation/accel_pins.hpp"
#include "sim/device/rtl/device_module.hpp"

namespace {

std::unique_ptr<stencil::Device> make(const std::vector<std::string>&) {
  return nullptr;
}

std::unique_ptr<stencil::AccelPins> make_pins(int, const std::vector<std::string>&) {
  if (BROKEN_HANGS != 0)
    for (volatile bool forever = true; forever;) {
    }
  std::abort();
}

}  // namespace

extern "C" __attribute__((visibility("default")))
const stencil::DeviceModule stencil_device_module{STENCIL_DEVICE_INTERFACE, "", "rtl", "", make, make_pins};
