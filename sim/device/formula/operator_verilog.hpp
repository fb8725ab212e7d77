// A formula as a pipelined operator in Verilog-2005.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "models/kernel_file/formula.hpp"

namespace stencil {

// "heat_formula_operator": the module that a kernel file makes.
std::string operator_module(const Formula& formula);

// The text of that module, or of one of another name, which stands on fp_add, fp_mul, fp_div5, fp_parameter_range and
// operand_delay of rtl/. One text serves all latencies: its times are localparams. Ports:
//   clk, i_count   as delay_ring
//   i_NAME         each number that the formula uses, in the order of the file; steady from the operands of a point to
//                  its result
//   i_FIELD_PLACE  each value of the field that it reads: c the point, n the row before, s the row after, w and e
//                  the columns, nw, ne, sw, se; in the order of the operations
//   i_SOURCE       where the formula reads it
//   o_FIELD        LATENCY cycles after the operands of a point
//   o_SOURCE       i_SOURCE as late; where the formula reads it
// Parameters: ADD_LATENCY, MUL_LATENCY, DIV_LATENCY where such operators are used, COUNT_W, and LATENCY, which must be
// what follows from them (OperatorSchedule::latency): any other value stops elaboration.
std::string operator_verilog(const Formula& formula, const std::string& module);
inline std::string operator_verilog(const Formula& formula) {
  return operator_verilog(formula, operator_module(formula));
}

// The lines of its list of parameters for the latencies of these operations, with the usual ones.
std::string operator_parameters(const OperationCounts& counts);
// Parameters of a delay_ring of so many cycles.
int ring_address_bits(std::int64_t cycles);

}  // namespace stencil
