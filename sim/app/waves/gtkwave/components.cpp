// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/gtkwave/components.hpp"

#include <map>
#include <sstream>

namespace stencil {

std::string component_of(const std::string& instance) {
  // Instances below one of these are of its component unless they stand here too.
  static const std::map<std::string, std::string> components{
      {"u_accel", "device"},    {"u_control", "control"},     {"u_axil", "bus"},
      {"u_kernels", "kernels"}, {"u_engine", "engine"},       {"u_operator", "kernels"},
      {"u_data_port", "bus"},   {"u_tile_engine", "kernels"}, {"u_buffers", "memory"},
  };
  std::istringstream parts(instance);
  std::string first;
  std::string component;
  int depth = 0;
  for (std::string part; std::getline(parts, part, '.'); ++depth) {
    const auto known = components.find(part);
    if (known != components.end()) component = known->second;
    constexpr int top = 1;  // below the simulator's own TOP, which has the pins
    if (depth > top && first.empty()) first = part;
  }
  if (!component.empty()) return component;
  if (depth <= 1) return "ports";
  return first.empty() ? "device" : first;
}

}  // namespace stencil
