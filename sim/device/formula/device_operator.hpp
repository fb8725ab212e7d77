// The operator of a formula as our RTL takes it: Verilog that stands beside rtl/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/kernel_file/formula.hpp"
#include "sim/device/formula/cycle_law.hpp"

namespace stencil {

struct DeviceFile {
  std::string name;
  std::string text;
};

// formula_operator.v, the operator behind the ports that sweep_operator.v connects; formula_point.v, its arithmetic
// (operator_verilog or, where the host computes whole points, points_verilog); formula_facts.v, what registers tell of
// it. One text serves all latencies. digest: of the formula.
std::vector<DeviceFile> device_files(const Formula& formula, std::uint64_t digest, bool points = false);

// The parameter FORMULA_LATENCY of stencil_accel: cycles from the operands of a point to its result. Where the formula
// reads a neighbour in another row and another column one more than the operator's, since those come a cycle later.
std::int64_t device_operator_latency(const Formula& formula, const ArithmeticLatencies& latencies);

// formula_verilator.f: the options with which Verilator makes a device of these latencies.
DeviceFile device_options(const Formula& formula, const ArithmeticLatencies& latencies);

}  // namespace stencil
