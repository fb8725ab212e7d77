// Modules of the RTL that no configuration of the program has: with the operator of a kernel file, or with another
// arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/device/options.hpp"
#include "sim/app/modules/module_maker.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

// Whether RTL of these options must be built for their formula or arithmetic, which their configuration does not have.
bool needs_built_module(const AcceleratorOptions& device);

// The configuration of these options with their formula and arithmetic.
Configuration configuration_to_build(const AcceleratorOptions& device);

// The module of these options with their arithmetic, and their formula beside the kernels of their configuration.
// Throws as ModuleMaker does, and check_arithmetic().
std::string built_module(const AcceleratorOptions& device, const ModuleListener& listener);

}  // namespace stencil
