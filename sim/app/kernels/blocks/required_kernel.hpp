// Refuses a device that has no kernel for the work, and names a configuration that has it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/values/capabilities.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// Each throws ArgumentError "accelerator rtl of configuration small has no NAME kernel, only OTHERS;
// configuration LIKE has it, build it with: cmake ...". Of a configuration that is built, or where
// none has the kernel, the end is left out.
void require_operator(const Capabilities& device, const SweepWeights& weights);
void require_tiles(const Capabilities& device);

}  // namespace stencil
