// SPDX-License-Identifier: Apache-2.0
#include "sim/app/choices/arithmetic_choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "host/base/errors.hpp"

namespace stencil {

void check_arithmetic_choice(const AcceleratorOptions& device) {
  if (device.arithmetic == "rtl" || device.accel == "rtl") return;
  // One that is not known is refused as such, where it is made.
  const std::vector<std::string> names = accelerator_names();
  if (std::find(names.begin(), names.end(), device.accel) == names.end()) return;
  throw ArgumentError(
      fmt::format("--arithmetic is {}, must come with --accel rtl, this is {}", device.arithmetic, device.accel));
}

}  // namespace stencil
