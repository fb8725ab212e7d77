// Named configurations, from the table that CMake writes while it configures.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stencil::synthesis {

struct ParameterSet {
  std::string name;
  bool simulation_only = false;
  std::map<std::string, std::int64_t> parameters;  // of the top module, by Verilog name
};

// [{"name": "small", "simulation_only": false, "parameters": {"PES": 4, ...}}, ...]. Throws std::runtime_error naming
// the file if it is something else.
std::vector<ParameterSet> read_parameter_sets(const std::string& path);

}  // namespace stencil::synthesis
