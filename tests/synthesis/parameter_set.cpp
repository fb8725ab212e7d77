// SPDX-License-Identifier: Apache-2.0
#include "tests/synthesis/parameter_set.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace stencil::synthesis {

std::vector<ParameterSet> read_parameter_sets(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<ParameterSet> sets;
  try {
    for (const nlohmann::json& entry : nlohmann::json::parse(file)) {
      sets.push_back({entry.at("name"), entry.at("simulation_only"), entry.at("parameters")});
    }
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(path + " is no table of configurations: " + error.what());
  }
  if (sets.empty()) throw std::runtime_error(path + " has no configurations");
  return sets;
}

}  // namespace stencil::synthesis
