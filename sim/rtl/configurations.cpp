// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/configurations.hpp"

#include "host/errors.hpp"

namespace stencil {

const Configuration& find_configuration(const std::string& name) {
  std::string known;
  for (const Configuration& configuration : configurations()) {
    if (configuration.name == name) return configuration;
    known += (known.empty() ? "" : ", ") + configuration.name;
  }
  throw ArgumentError("configuration '" + name + "' is not known, must be one of: " + known);
}

}  // namespace stencil
