// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/depth.hpp"

#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "ci/mapping/netlist/path_graph.hpp"

namespace stencil::synthesis {
namespace {

using Node = PathGraph::Node;

constexpr Node no_node = -1;

// One instance of a module; nets are numbered over the whole hierarchy below the top.
struct Scope {
  std::size_t number;
  const Module* module;
  std::unordered_map<Bit, Node> nodes;
};

class Elaboration {
 public:
  Elaboration(const Netlist& netlist, const Module& top) : netlist_(netlist) {
    Scope scope = new_scope("", top);
    for (const auto& [name, port] : top.ports) {
      for (std::size_t i = 0; i < port.bits.size(); ++i) {
        const Node node = node_of(scope, port.bits[i]);
        if (node == no_node) continue;
        const std::string index = port.bits.size() == 1 ? "" : "[" + std::to_string(i) + "]";
        if (port.is_output) {
          graph_.end(node, {}, place({0, nullptr, "output " + name + index}));
        } else {
          graph_.begin(node, {}, place({0, nullptr, "input " + name + index}));
        }
      }
    }
    add(scope);
    graph_.settle();
    if (!graph_.loop().empty()) throw std::runtime_error("combinational loop through " + names_of(graph_.loop()));
  }

  Depth depth() const {
    return depth_of(graph_.longest_path([](PathGraph::Place) { return true; }));
  }

  // Limits the paths to those that end in cells of the module.
  Depth depth_into(const Module& module) const {
    return depth_of(graph_.longest_path([&](PathGraph::Place place) {
      const Location& location = places_[static_cast<std::size_t>(place)];
      return location.cell != nullptr && modules_[location.scope] == &module;
    }));
  }

 private:
  struct Location {
    std::size_t scope;
    const Cell* cell;  // null: a port, known by its name
    std::string name;
  };
  struct Owner {
    std::size_t scope;
    Bit bit;
  };

  Depth depth_of(const std::optional<PathGraph::Path>& path) const {
    if (!path) return {};
    return {path->steps, name_of(path->from), name_of(path->to)};
  }

  PathGraph::Place place(Location location) {
    places_.push_back(std::move(location));
    return static_cast<PathGraph::Place>(places_.size()) - 1;
  }

  Scope new_scope(std::string path, const Module& module) {
    paths_.push_back(std::move(path));
    modules_.push_back(&module);
    return {paths_.size() - 1, &module, {}};
  }

  Node new_node(const Scope& scope, Bit bit) {
    owners_.push_back({scope.number, bit});
    return graph_.add_node();
  }

  Node node_of(Scope& scope, Bit bit) {
    if (bit == constant_bit) return no_node;
    const auto [entry, is_new] = scope.nodes.try_emplace(bit, no_node);
    if (is_new) entry->second = new_node(scope, bit);
    return entry->second;
  }

  void add(Scope& scope) {
    for (const Cell& cell : scope.module->cells) {
      if (netlist_.is_primitive(cell)) {
        add_primitive(scope, cell);
      } else {
        add_instance(scope, cell);
      }
    }
  }

  void add_primitive(Scope& scope, const Cell& cell) {
    PathGraph::Place here = -1;
    const auto mark = [&](Bit bit, Steps steps, bool begins) {
      const Node node = node_of(scope, bit);
      if (node == no_node) return;
      if (here < 0) here = place({scope.number, &cell, ""});
      if (begins) graph_.begin(node, steps, here);
      if (!begins) graph_.end(node, steps, here);
    };
    CellTiming timing;
    timing.begins = [&](Bit bit, Steps steps) { mark(bit, steps, true); };
    timing.ends = [&](Bit bit, Steps steps) { mark(bit, steps, false); };
    timing.passes = [&](Bit from, Bit to, Steps steps) {
      const Node source = node_of(scope, from);
      const Node target = node_of(scope, to);
      if (source != no_node && target != no_node) graph_.add_arc(source, target, steps);
    };
    timing.passes_all = [&](const Port& in, const Port& out, Steps steps) {
      if (out.bits.size() == 1) {
        for (const Bit bit : in.bits) timing.passes(bit, out.bits[0], steps);
        return;
      }
      const Node middle = new_node(scope, in.bits[0]);
      for (const Bit bit : in.bits) {
        if (const Node source = node_of(scope, bit); source != no_node) graph_.add_arc(source, middle, steps);
      }
      for (const Bit bit : out.bits) {
        if (const Node target = node_of(scope, bit); target != no_node) graph_.add_arc(middle, target, {});
      }
    };
    describe_timing(cell, timing);
  }

  // The net of a port is the net it is connected to. Where a module passes one net to several ports, an arc without
  // cost joins them.
  void add_instance(Scope& scope, const Cell& cell) {
    const Module& module = netlist_.module(cell.type);
    Scope inner = new_scope(paths_[scope.number] + cell.name + ".", module);
    for (const bool outputs : {false, true}) {
      for (const auto& [name, port] : module.ports) {
        const auto connected = cell.ports.find(name);
        if (port.is_output != outputs || connected == cell.ports.end()) continue;
        for (std::size_t i = 0; i < port.bits.size() && i < connected->second.bits.size(); ++i) {
          const Node outer = node_of(scope, connected->second.bits[i]);
          if (outer == no_node || port.bits[i] == constant_bit) continue;
          const auto [entry, is_new] = inner.nodes.try_emplace(port.bits[i], outer);
          if (!is_new && outputs && entry->second != outer) graph_.add_arc(entry->second, outer, {});
        }
      }
    }
    add(inner);
  }

  // A register is named after the net it drives; memories and shift registers have better names of their own.
  std::string name_of(PathGraph::Place number) const {
    const Location& location = places_[static_cast<std::size_t>(number)];
    if (location.cell == nullptr) return location.name;
    const Cell& cell = *location.cell;
    const std::string& path = paths_[location.scope];
    const auto out = cell.ports.find("Q");
    if (cell.type.rfind("FD", 0) == 0 && out != cell.ports.end() && !out->second.bits.empty()) {
      const auto& names = modules_[location.scope]->net_names;
      if (const auto net = names.find(out->second.bits[0]); net != names.end()) return path + net->second;
    }
    return path + cell.name + " (" + cell.type + ")";
  }

  std::string names_of(const std::vector<Node>& nodes) const {
    constexpr std::size_t shown = 5;
    std::string names;
    for (std::size_t i = 0; i < nodes.size() && i < shown; ++i) {
      const Owner& owner = owners_[static_cast<std::size_t>(nodes[i])];
      const auto& known = modules_[owner.scope]->net_names;
      const auto net = known.find(owner.bit);
      names += (i == 0 ? "" : ", ") + paths_[owner.scope] + (net == known.end() ? "a net without a name" : net->second);
    }
    return names + (nodes.size() > shown ? " and " + std::to_string(nodes.size() - shown) + " more" : "");
  }

  const Netlist& netlist_;
  PathGraph graph_;
  std::vector<std::string> paths_;      // by scope, "" or "u_a.u_b."
  std::vector<const Module*> modules_;  // by scope
  std::vector<Location> places_;
  std::vector<Owner> owners_;  // by node
};

}  // namespace

Depth logic_depth(const Netlist& netlist, const std::string& module) {
  return Elaboration(netlist, netlist.module(module)).depth();
}

std::map<std::string, Depth> arriving_depths(const Netlist& netlist) {
  const Elaboration elaboration(netlist, netlist.module(netlist.top));
  std::map<std::string, Depth> depths;
  for (const auto& [name, module] : netlist.modules) {
    const Depth depth = elaboration.depth_into(module);
    if (!depth.to.empty()) depths[name] = depth;
  }
  return depths;
}

}  // namespace stencil::synthesis
