// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/checking.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/device/backends/registry.hpp"

namespace stencil {

AcceleratorOptions poisoned(AcceleratorOptions device, std::int64_t block_words) {
  if (device.checking.poison_words > 0) device.checking.poison_words = block_words;
  return device;
}

std::string paranoid_line(const Capabilities& device, bool compares_blocks) {
  const bool ports = std::any_of(backends().begin(), backends().end(), [&](const Backend& backend) {
    return device.accel == backend.name && backend.has_pins;
  });
  return fmt::format(
      "paranoid: {} compared; words read must have been loaded or swept;\n"
      "  NaNs in local memory before the first load; {}",
      compares_blocks ? "each block" : "the result",
      ports ? "AXI4 rules at both ports" : fmt::format("{} has no ports to hold to rules", device.accel));
}

}  // namespace stencil
