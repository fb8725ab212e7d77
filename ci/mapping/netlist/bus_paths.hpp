// Ways from an input of a bus to an output of the same bus with no register in between.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/netlist/netlist.hpp"

namespace stencil::synthesis {

// Of a module without modules in it, its cells not mapped to gates (elaborate_flat). One line for each pair of ports,
// sorted: "s_axil_awvalid reaches s_axil_awready through u_axil.ready". The bus is all ports that begin with `prefix`.
// Throws std::runtime_error naming the cell when it is of a type that is not known to be combinational or clocked, or
// when the module has no inputs or no outputs of that bus.
std::vector<std::string> paths_through(const Module& module, const std::string& prefix);

}  // namespace stencil::synthesis
