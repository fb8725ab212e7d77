// SPDX-License-Identifier: Apache-2.0
#include "tests/synthesis/netlist.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace stencil::synthesis {
namespace {

using Json = nlohmann::json;

bool is_binary(const std::string& digits) {
  return !digits.empty() && digits.find_first_not_of("01xz") == std::string::npos;
}

std::int64_t number_of(const std::string& digits) {
  std::int64_t value = 0;
  const std::size_t first = digits.size() > 63 ? digits.size() - 63 : 0;
  for (std::size_t i = first; i < digits.size(); ++i) value = 2 * value + (digits[i] == '1' ? 1 : 0);
  return value;
}

bool is_set(const Json& object, const char* attribute) {
  const auto attributes = object.find("attributes");
  return attributes != object.end() && attributes->contains(attribute);
}

std::vector<Bit> bits_of(const Json& list) {
  std::vector<Bit> bits;
  for (const Json& bit : list) bits.push_back(bit.is_number() ? bit.get<Bit>() : constant_bit);
  return bits;
}

// "$paramod\fifo\DEPTH=..." and "$paramod$1234\fifo" are fifo.
std::string base_of(const std::string& name) {
  if (name.rfind("$paramod", 0) != 0) return name;
  const std::size_t begin = name.find('\\') + 1;
  return name.substr(begin, name.find('\\', begin) - begin);
}

Cell read_cell(const std::string& name, const Json& json) {
  Cell cell;
  cell.name = name;
  cell.type = json.at("type");
  if (is_set(json, "src")) cell.source = json["attributes"]["src"];
  for (const auto& [parameter, value] : json.at("parameters").items()) cell.parameters[parameter] = value;
  const Json directions = json.value("port_directions", Json::object());
  for (const auto& [port, bits] : json.at("connections").items()) {
    cell.ports[port] = {directions.value(port, "input") == "output", bits_of(bits)};
  }
  return cell;
}

void read_net_names(const Json& json, Module& module) {
  for (const auto& [net, value] : json.at("netnames").items()) {
    const bool is_hidden = value.at("hide_name") == 1;
    const std::vector<Bit> bits = bits_of(value.at("bits"));
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const std::string name = bits.size() == 1 ? net : net + "[" + std::to_string(i) + "]";
      // What somebody wrote says more than what the tool made up.
      if (is_hidden) module.net_names.emplace(bits[i], name);
      if (!is_hidden) module.net_names[bits[i]] = name;
    }
  }
}

Module read_module(const std::string& name, const Json& json) {
  Module module;
  module.name = name;
  module.base_name = base_of(name);
  const Json parameters = json.value("parameter_default_values", Json::object());
  for (const auto& [parameter, value] : parameters.items()) {
    if (is_binary(value)) module.parameters[parameter] = number_of(value);
  }
  for (const auto& [port, value] : json.at("ports").items()) {
    module.ports[port] = {value.at("direction") == "output", bits_of(value.at("bits"))};
  }
  for (const auto& [cell, value] : json.at("cells").items()) module.cells.push_back(read_cell(cell, value));
  read_net_names(json, module);
  return module;
}

}  // namespace

std::int64_t Cell::number(const std::string& parameter) const {
  const auto found = parameters.find(parameter);
  if (found == parameters.end() || !is_binary(found->second)) {
    throw std::runtime_error("cell " + name + " of type " + type + " has no number " + parameter);
  }
  return number_of(found->second);
}

Netlist read_netlist(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Netlist netlist;
  try {
    const Json json = Json::parse(file);
    for (const auto& [name, value] : json.at("modules").items()) {
      if (is_set(value, "blackbox") || is_set(value, "whitebox")) continue;
      netlist.modules.emplace(name, read_module(name, value));
      if (is_set(value, "top")) netlist.top = name;
    }
  } catch (const Json::exception& error) {
    throw std::runtime_error(path + " is no netlist of yosys: " + error.what());
  }
  if (netlist.top.empty()) throw std::runtime_error(path + " has no module marked as top");
  return netlist;
}

}  // namespace stencil::synthesis
