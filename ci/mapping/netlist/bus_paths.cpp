// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/bus_paths.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <stdexcept>

namespace stencil::synthesis {
namespace {

// Bit i of Y depends on bit i of A and B, where all are of one width.
const std::set<std::string> bitwise = {"$not", "$pos", "$and", "$or", "$xor", "$xnor"};
// Any bit of an output on any bit of an input.
const std::set<std::string> mixing = {
    "$add",       "$sub",       "$mul",        "$div",       "$mod",        "$neg",         "$alu",
    "$lcu",       "$macc",      "$shl",        "$shr",       "$sshl",       "$sshr",        "$shift",
    "$shiftx",    "$eq",        "$ne",         "$eqx",       "$nex",        "$lt",          "$le",
    "$gt",        "$ge",        "$reduce_and", "$reduce_or", "$reduce_xor", "$reduce_xnor", "$reduce_bool",
    "$logic_not", "$logic_and", "$logic_or",   "$lut",       "$sop",        "$bmux",        "$demux"};
const std::set<std::string> clocked = {"$dff",   "$dffe",   "$adff",  "$adffe", "$sdff",
                                       "$sdffe", "$sdffce", "$aldff", "$dffsr"};

class Arcs {
 public:
  explicit Arcs(const Module& module) {
    for (const Cell& cell : module.cells) add(cell);
  }
  const std::vector<Bit>& from(Bit bit) const {
    static const std::vector<Bit> none;
    const auto found = arcs_.find(bit);
    return found == arcs_.end() ? none : found->second;
  }

 private:
  void arc(Bit from, Bit to) {
    if (from != constant_bit && to != constant_bit) arcs_[from].push_back(to);
  }
  void all(const std::vector<Bit>& from, const std::vector<Bit>& to) {
    for (const Bit a : from)
      for (const Bit b : to) arc(a, b);
  }
  void each(const std::vector<Bit>& from, const std::vector<Bit>& to) {
    if (from.size() != to.size()) return all(from, to);
    for (std::size_t i = 0; i < to.size(); ++i) arc(from[i], to[i]);
  }
  void add(const Cell& cell) {
    if (clocked.count(cell.type)) return;
    if (cell.type == "$mem_v2") return add_memory(cell);
    const bool is_mux = cell.type == "$mux" || cell.type == "$pmux";
    if (!is_mux && !bitwise.count(cell.type) && !mixing.count(cell.type))
      throw std::runtime_error("cell " + cell.name + " is of type " + cell.type +
                               ", which is not known to be combinational or clocked");
    const std::vector<Bit>& out = cell.ports.at("Y").bits;
    for (const auto& [name, port] : cell.ports) {
      if (port.is_output) continue;
      if (!is_mux && !bitwise.count(cell.type)) {
        all(port.bits, out);
      } else if (is_mux && name == "S") {
        all(port.bits, out);
      } else if (cell.type == "$pmux" && name == "B") {
        // The bits of Y hold one word after another.
        for (std::size_t i = 0; i < port.bits.size(); ++i) arc(port.bits[i], out[i % out.size()]);
      } else {
        each(port.bits, out);
      }
    }
  }
  // A write is clocked. A read without a clock is combinational.
  void add_memory(const Cell& cell) {
    const auto ports = static_cast<std::size_t>(cell.number("RD_PORTS"));
    const std::vector<Bit>&data = cell.ports.at("RD_DATA").bits, &address = cell.ports.at("RD_ADDR").bits;
    const std::string& has_clock = cell.parameters.at("RD_CLK_ENABLE");
    for (std::size_t port = 0; port < ports; ++port) {
      // In the parameter, the digits of port 0 come last.
      if (has_clock.at(has_clock.size() - 1 - port) == '1') continue;
      const auto part = [&](const std::vector<Bit>& bits) {
        const auto width = static_cast<std::ptrdiff_t>(bits.size() / ports);
        const auto begin = bits.begin() + static_cast<std::ptrdiff_t>(port) * width;
        return std::vector<Bit>(begin, begin + width);
      };
      all(part(address), part(data));
    }
  }

  std::map<Bit, std::vector<Bit>> arcs_;
};

std::string name_of(const Module& module, Bit bit) {
  const auto found = module.net_names.find(bit);
  return found == module.net_names.end() ? "a net without a name" : found->second;
}

}  // namespace

std::vector<std::string> paths_through(const Module& module, const std::string& prefix) {
  std::map<Bit, std::string> outputs;
  std::vector<std::string> inputs;
  for (const auto& [name, port] : module.ports) {
    if (name.rfind(prefix, 0) != 0) continue;
    if (!port.is_output) inputs.push_back(name);
    for (const Bit bit : port.bits)
      if (port.is_output && bit != constant_bit) outputs.emplace(bit, name);
  }
  if (inputs.empty() || outputs.empty())
    throw std::runtime_error(module.name + " has no inputs or no outputs " + prefix + "*");
  const Arcs arcs(module);
  std::vector<std::string> found;
  for (const std::string& input : inputs) {
    std::map<Bit, Bit> came_from;
    std::deque<Bit> open;
    for (const Bit bit : module.ports.at(input).bits)
      if (bit != constant_bit && came_from.emplace(bit, bit).second) open.push_back(bit);
    std::set<std::string> reached;
    for (; !open.empty(); open.pop_front()) {
      const Bit bit = open.front();
      const auto output = outputs.find(bit);
      if (output != outputs.end() && reached.insert(output->second).second) {
        std::vector<std::string> way;
        for (Bit at = came_from[bit]; at != came_from[at]; at = came_from[at]) way.push_back(name_of(module, at));
        std::string line = input + " reaches " + output->second;
        for (std::size_t i = way.size(); i > 0; --i) line += (i == way.size() ? " through " : ", ") + way[i - 1];
        found.push_back(line);
      }
      for (const Bit next : arcs.from(bit))
        if (came_from.emplace(next, bit).second) open.push_back(next);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace stencil::synthesis
