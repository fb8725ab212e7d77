// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/formula_module.hpp"

#include "sim/device/rtl/configurations.hpp"

namespace stencil {

bool needs_formula_module(const AcceleratorOptions& device) {
  return device.accel == "rtl" && device.module.empty() && device.formula.digest != 0 &&
         device.formula.digest != find_configuration(device.config).formula.digest;
}

std::string formula_module(const AcceleratorOptions& device, const ModuleListener& listener) {
  const Configuration wanted = with_formula(find_configuration(device.config), device.formula);
  return ModuleMaker(request_of(wanted, "", false)).make(listener);
}

}  // namespace stencil
