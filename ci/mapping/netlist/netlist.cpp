// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/netlist.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "sim/app/json/json.hpp"

namespace stencil::synthesis {
namespace {

bool is_binary(const std::string& digits) {
  return !digits.empty() && digits.find_first_not_of("01xz") == std::string::npos;
}

std::int64_t number_of(const std::string& digits) {
  std::int64_t value = 0;
  const std::size_t first = digits.size() > 63 ? digits.size() - 63 : 0;
  for (std::size_t i = first; i < digits.size(); ++i) value = 2 * value + (digits[i] == '1' ? 1 : 0);
  return value;
}

// Sorted by name: the result must not depend on the order in which yosys writes.
std::map<std::string, const Json*> sorted(const Json& object) {
  std::map<std::string, const Json*> members;
  for (const auto& [name, value] : object.members()) members[name] = &value;
  return members;
}

bool is_set(const Json& object, const char* attribute) {
  return object.contains("attributes") && object["attributes"].contains(attribute);
}

std::vector<Bit> bits_of(const Json& list) {
  std::vector<Bit> bits;
  for (const Json& bit : list) bits.push_back(bit.is_number() ? static_cast<Bit>(bit.integer()) : constant_bit);
  return bits;
}

// Strips yosys' mangling: "$paramod\fifo\DEPTH=..." and "$paramod$1234\fifo" are both fifo.
std::string base_of(const std::string& name) {
  if (name.rfind("$paramod", 0) != 0) return name;
  const std::size_t begin = name.find('\\') + 1;
  return name.substr(begin, name.find('\\', begin) - begin);
}

Cell read_cell(const std::string& name, const Json& json) {
  Cell cell;
  cell.name = name;
  cell.type = json["type"].text();
  if (is_set(json, "src")) cell.source = json["attributes"]["src"].text();
  for (const auto& [parameter, value] : json["parameters"].members()) cell.parameters[parameter] = value.text();
  // yosys leaves out directions where it has not read the module.
  const bool has_directions = json.contains("port_directions");
  for (const auto& [port, bits] : json["connections"].members()) {
    const bool is_output =
        has_directions && json["port_directions"].contains(port) && json["port_directions"][port] == "output";
    cell.ports[port] = {is_output, bits_of(bits)};
  }
  return cell;
}

void read_net_names(const Json& json, Module& module) {
  for (const auto& [net, value] : sorted(json["netnames"])) {
    const bool is_hidden = (*value)["hide_name"] == 1;
    const std::vector<Bit> bits = bits_of((*value)["bits"]);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const std::string name = bits.size() == 1 ? net : net + "[" + std::to_string(i) + "]";
      // A name from the source is better than one that yosys made up.
      if (is_hidden) module.net_names.emplace(bits[i], name);
      if (!is_hidden) module.net_names[bits[i]] = name;
    }
  }
}

Module read_module(const std::string& name, const Json& json) {
  Module module;
  module.name = name;
  module.base_name = base_of(name);
  if (json.contains("parameter_default_values")) {
    for (const auto& [parameter, value] : json["parameter_default_values"].members()) {
      if (is_binary(value.text())) module.parameters[parameter] = number_of(value.text());
    }
  }
  for (const auto& [port, value] : json["ports"].members()) {
    module.ports[port] = {value["direction"] == "output", bits_of(value["bits"])};
  }
  for (const auto& [cell, value] : sorted(json["cells"])) module.cells.push_back(read_cell(cell, *value));
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
    const Json json = Json::parse({std::istreambuf_iterator<char>(file), {}});
    for (const auto& [name, value] : json["modules"].members()) {
      if (is_set(value, "blackbox") || is_set(value, "whitebox")) continue;
      netlist.modules.emplace(name, read_module(name, value));
      if (is_set(value, "top")) netlist.top = name;
    }
  } catch (const JsonError& error) {
    throw std::runtime_error(path + " is no netlist of yosys: " + error.what());
  }
  if (netlist.top.empty()) throw std::runtime_error(path + " has no module marked as top");
  return netlist;
}

}  // namespace stencil::synthesis
