// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/built_module.hpp"

#include <algorithm>

#include "sim/device/rtl/arithmetic.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {
namespace {

bool needs_formula(const AcceleratorOptions& device, const Configuration& declared) {
  return device.formula.digest != 0 && device.formula.digest != declared.formula.digest;
}

}  // namespace

bool needs_built_module(const AcceleratorOptions& device) {
  if (device.accel != "rtl" || !device.module.empty()) return false;
  const auto& all = configurations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Configuration& each) { return each.name == device.config; });
  if (found == all.end()) return false;  // making the device refuses it, on all ranks
  const Configuration& declared = *found;
  return needs_formula(device, declared) || configuration_of(device).arithmetic != declared.arithmetic;
}

Configuration configuration_to_build(const AcceleratorOptions& device) {
  const Configuration wanted = configuration_of(device);
  return needs_formula(device, wanted) ? with_formula(wanted, device.formula) : wanted;
}

std::string built_module(const AcceleratorOptions& device, const ModuleListener& listener) {
  check_arithmetic(device);
  const Configuration wanted = configuration_to_build(device);
  return ModuleMaker(request_of(wanted, "", false)).make(listener);
}

}  // namespace stencil
