// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/parameter_set.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "sim/app/json/json.hpp"

namespace stencil::synthesis {

std::vector<ParameterSet> read_parameter_sets(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<ParameterSet> sets;
  try {
    const Json table = Json::parse({std::istreambuf_iterator<char>(file), {}});
    for (const Json& entry : table) {
      ParameterSet set{entry["name"].text(), entry["simulation_only"].boolean(), {}};
      for (const auto& [name, value] : entry["parameters"].members()) set.parameters[name] = value.integer();
      sets.push_back(set);
    }
  } catch (const JsonError& error) {
    throw std::runtime_error(path + " is no table of configurations: " + error.what());
  }
  if (sets.empty()) throw std::runtime_error(path + " has no configurations");
  return sets;
}

}  // namespace stencil::synthesis
