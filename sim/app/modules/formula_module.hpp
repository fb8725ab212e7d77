// Modules of the RTL with the operator of a kernel file that no configuration of the program has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/device/options.hpp"
#include "sim/app/modules/module_maker.hpp"

namespace stencil {

// Whether RTL of these options must be built for their formula, which their configuration does not have.
bool needs_formula_module(const AcceleratorOptions& device);

// The module of these options with their formula beside the kernels of their configuration. Throws as ModuleMaker does.
std::string formula_module(const AcceleratorOptions& device, const ModuleListener& listener);

}  // namespace stencil
