// Logic depth of a module: its longest way from register to register.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/synthesis/netlist.hpp"
#include "tests/synthesis/primitives.hpp"

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

}  // namespace stencil::synthesis
