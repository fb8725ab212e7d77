// Logic depth: the longest combinational path from register to register, inside a module or into one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "ci/mapping/netlist/netlist.hpp"
#include "ci/mapping/netlist/primitives.hpp"

namespace stencil::synthesis {

struct Depth {
  Steps steps;
  std::string from;  // instance path and net, "u_add.s3_sum[4]"; "input i_a[3]"
  std::string to;    // likewise, or "output o_y[0]"
};

// The longest path inside a module and its submodules, across their borders. Ports of the module count as registers:
// paths that go on outside belong to the module that holds both ends. No path: no steps. Throws std::runtime_error
// naming the nets if there is a combinational loop.
Depth logic_depth(const Netlist& netlist, const std::string& module);

// The longest path that ends in a register or memory of each module itself (not of its submodules), wherever in the
// design it begins: by module name, without modules that have no registers. Throws like logic_depth.
std::map<std::string, Depth> arriving_depths(const Netlist& netlist);

}  // namespace stencil::synthesis
