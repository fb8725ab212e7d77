// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/result.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace stencil::synthesis {
namespace {

// A unique label for each module.
class Labels {
 public:
  explicit Labels(const Netlist& netlist) {
    std::map<std::string, std::map<std::string, std::set<std::int64_t>>> values;
    for (const auto& [name, module] : netlist.modules) {
      for (const auto& [parameter, value] : module.parameters) values[module.base_name][parameter].insert(value);
    }
    for (const auto& [name, module] : netlist.modules) {
      std::string label = module.base_name;
      for (const auto& [parameter, value] : module.parameters) {
        const bool differs = values[module.base_name][parameter].size() > 1;
        if (differs && !is_derived(parameter)) label += " " + parameter + "=" + std::to_string(value);
      }
      labels_[name] = label;
    }
  }

  const std::string& of(const std::string& module) const { return labels_.at(module); }

 private:
  // Parameters left out of labels: address and counter widths follow from sizes that are named.
  static bool is_derived(const std::string& parameter) {
    return parameter == "ROW_W" || parameter == "SLOT_W" || parameter == "COUNT_W";
  }

  std::map<std::string, std::string> labels_;
};

class Tally {
 public:
  explicit Tally(const Netlist& netlist) : netlist_(netlist), labels_(netlist), arriving_(arriving_depths(netlist)) {
    count_instances(netlist.top, 1);
    visit(netlist.top);
  }

  std::vector<ModuleRow> rows() const { return rows_; }

 private:
  // Modules inside a module, in the order of their labels.
  std::vector<std::string> children(const Module& module) const {
    std::vector<std::string> names;
    for (const Cell& cell : module.cells) {
      if (!netlist_.is_primitive(cell)) names.push_back(cell.type);
    }
    std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
      return std::make_pair(labels_.of(a), a) < std::make_pair(labels_.of(b), b);
    });
    return names;
  }

  void count_instances(const std::string& name, std::int64_t times) {
    instances_[name] += times;
    std::map<std::string, std::int64_t> inside;
    for (const std::string& child : children(netlist_.module(name))) ++inside[child];
    for (const auto& [child, count] : inside) count_instances(child, times * count);
  }

  Resources resources(const std::string& name) {
    if (const auto known = resources_.find(name); known != resources_.end()) return known->second;
    Resources sum;
    for (const Cell& cell : netlist_.module(name).cells) {
      sum += netlist_.is_primitive(cell) ? resources_of(cell) : resources(cell.type);
    }
    return resources_[name] = sum;
  }

  void visit(const std::string& name) {
    if (!visited_.insert(name).second) return;
    const Resources used = resources(name);
    if (name == netlist_.top || !(used == Resources{})) {
      rows_.push_back({labels_.of(name), instances_[name], used, logic_depth(netlist_, name), arriving_[name]});
    }
    for (const std::string& child : children(netlist_.module(name))) visit(child);
  }

  const Netlist& netlist_;
  Labels labels_;
  std::map<std::string, Depth> arriving_;
  std::map<std::string, std::int64_t> instances_;
  std::map<std::string, Resources> resources_;
  std::set<std::string> visited_;
  std::vector<ModuleRow> rows_;
};

void append(Breaches& all, const Breaches& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

std::vector<ModuleRow> module_rows(const Netlist& netlist) {
  return Tally(netlist).rows();
}

Result synthesise(const Design& design, bool maps) {
  Result result;
  result.set = design.set;
  const Netlist elaborated = elaborate(design);
  append(result.breaches, check_elaborated(elaborated));
  if (!maps) return result;
  const Mapping mapping = map_to_ultrascale_plus(design);
  append(result.breaches, check_mapped(elaborated, mapping));
  result.rows = module_rows(mapping.netlist);
  return result;
}

}  // namespace stencil::synthesis
