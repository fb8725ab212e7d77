// Logic depth: the longest way from register to register, of a module or into one.
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
  std::string to;    // likewise; "output o_y[0]"
};

// Of a module with all that is in it, across the borders of modules. Ports of the module count as registers: what lies
// outside is counted with the module that holds both. Nothing in it: no steps. Throws std::runtime_error naming the
// nets when there is a combinational loop.
Depth logic_depth(const Netlist& netlist, const std::string& module);

// The longest way that ends in a register or memory of each module itself (not of those within), wherever in the
// design it begins: by module name, without the modules that have none. Throws like logic_depth.
std::map<std::string, Depth> arriving_depths(const Netlist& netlist);

}  // namespace stencil::synthesis
