// The mapped form of a configuration: a row per module.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/netlist/depth.hpp"
#include "ci/mapping/rules.hpp"
#include "ci/mapping/yosys.hpp"

namespace stencil::synthesis {

struct ModuleRow {
  std::string module;  // its name and the parameters in which modules of that name differ: "fifo DEPTH=4 WIDTH=49"
  std::int64_t instances = 1;
  Resources resources;  // of one instance with its submodules
  Depth inside;         // of one instance with its submodules
  Depth arriving;       // into registers of the module itself, from anywhere in the design; none: no steps, no names
};

struct Result {
  ParameterSet set;
  std::vector<ModuleRow> rows;  // the top first, then from the outside in; modules without any primitive are left out
  Breaches breaches;

  const ModuleRow& top() const { return rows.front(); }
};

// Rows of a mapped netlist. Throws like logic_depth.
std::vector<ModuleRow> module_rows(const Netlist& netlist);

// Elaborates and checks; with `maps`, also maps and checks the mapping. The result lists broken rules. Throws on faults
// that no tool survives (two drivers, a loop, an unknown parameter).
Result synthesise(const Design& design, bool maps);

}  // namespace stencil::synthesis
