// Combinational paths from an input of a bus to an output of the same bus.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/netlist/netlist.hpp"

namespace stencil::synthesis {

// `module` has no modules in it and its cells are not mapped to gates (elaborate_flat). One line per pair of ports,
// sorted: "s_axil_awvalid reaches s_axil_awready through u_axil.ready". The bus is all ports that begin with `prefix`.
// Throws std::runtime_error naming the cell if its type is not known to be combinational or clocked, or naming the
// module if it has no inputs or no outputs of that bus.
std::vector<std::string> paths_through(const Module& module, const std::string& prefix);

}  // namespace stencil::synthesis
