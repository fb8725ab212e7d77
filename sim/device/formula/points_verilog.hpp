// A formula as a module that computes a point at once, on the arithmetic of the simulating machine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/kernel_file/formula.hpp"

namespace stencil {

// The same module as operator_verilog(): ports, parameters, latency and bits; for simulation alone. It stands on
// fp_parameter_range and operand_delay of rtl/.
std::string points_verilog(const Formula& formula, const std::string& module);

}  // namespace stencil
