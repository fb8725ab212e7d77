// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/variants.hpp"

#include <stdexcept>

namespace stencil::synthesis {

std::vector<ParameterSet> variants_of(const ParameterSet& set) {
  const auto value = [&](const std::string& parameter) {
    const auto found = set.parameters.find(parameter);
    if (found != set.parameters.end()) return found->second;
    throw std::runtime_error("configuration " + set.name + " has no parameter " + parameter);
  };
  std::vector<ParameterSet> variants;
  const auto add = [&](const std::string& parameter, std::int64_t changed) -> ParameterSet& {
    ParameterSet variant = set;
    variant.name += " " + parameter + "=" + std::to_string(changed);
    variant.parameters[parameter] = changed;
    return variants.emplace_back(variant);
  };
  for (const std::int64_t factor : {2, 4}) {
    // Beats are wider, so a row has fewer of them.
    add("LANES", factor * value("LANES")).parameters.at("LINE_BEATS") = value("LINE_BEATS") / factor;
  }
  add("PES", 2 * value("PES"));
  add("F_BUFFERS", value("F_BUFFERS") + 1);
  add("LINE_BEATS", 4 * value("LINE_BEATS"));
  add("AXI_DATA_W", 4 * value("AXI_DATA_W"));
  add("KERNELS", 5);  // sweeps and their change, without tiles
  return variants;
}

}  // namespace stencil::synthesis
