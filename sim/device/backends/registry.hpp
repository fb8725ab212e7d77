// The accelerators of this build, one row each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

struct Backend {
  const char* name;
  bool timed;     // has a clock
  bool has_pins;  // its handshakes can be digested
  // `options` have been checked. Throws what the device throws.
  std::unique_ptr<Accelerator> (*make)(const Configuration& configuration, const AcceleratorOptions& options);
};

// In the order in which help and error texts list them.
const std::vector<Backend>& backends();

// Throws ArgumentError for a wrong STENCIL_INSTRUCTIONS (models/instructions/instructions.hpp).
void check_instructions();

}  // namespace stencil
