// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/machine.hpp"

#include <algorithm>

#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {

void describe_machine(Capsule& capsule, const Capabilities& device, const std::string& module) {
  capsule.capabilities = device;
  const std::size_t blank = device.config.find(' ');
  capsule.plusargs = blank == std::string::npos ? "" : device.config.substr(blank + 1);
  const auto& all = configurations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Configuration& row) { return row.name == capsule.device.config; });
  capsule.parameters = found == all.end() ? "" : found->parameters;
  const auto sources = rtl_sources(device, module);
  capsule.rtl = sources ? sources->digest : "";
}

}  // namespace stencil
