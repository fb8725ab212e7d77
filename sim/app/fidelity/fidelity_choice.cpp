// SPDX-License-Identifier: Apache-2.0
#include "sim/app/fidelity/fidelity_choice.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"

namespace stencil {

void check_fidelity(const FidelityChoice& choice, const AcceleratorOptions& device) {
  if (!choice.rtl_steps_given || choice.mixed) return;
  throw ArgumentError(fmt::format("--rtl-steps is {}, must come with --accel mixed, this is {}",
                                  describe(choice.rtl_steps), device.accel));
}

}  // namespace stencil
