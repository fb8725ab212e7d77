// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_ports.hpp"

#include <cstddef>
#include <set>

namespace stencil {
namespace {

// The numbers that are used, then what the operations read, in their order.
std::vector<FormulaOperand> operands_of(const Formula& formula) {
  std::vector<FormulaOperand> operands;
  for (std::size_t k = 0; k < formula.numbers.size(); ++k) {
    FormulaOperand number;
    number.kind = FormulaOperand::Kind::number;
    number.index = k;
    if (formula.numbers[k].used) operands.push_back(number);
  }
  for (const auto kind : {FormulaOperand::Kind::field, FormulaOperand::Kind::source}) {
    for (const FormulaOperation& operation : formula.operations) {
      for (const FormulaOperand& operand : {operation.a, operation.b}) {
        if (operand.kind == kind) operands.push_back(operand);
      }
    }
  }
  return operands;
}

}  // namespace

OperatorPorts::OperatorPorts(const Formula& formula, ValueNames& names) {
  std::set<std::string> there;
  for (const FormulaOperand& operand : operands_of(formula)) {
    const std::string name = names.port(operand);
    if (there.insert(name).second) inputs.push_back({name, operand});
  }
  result = names.claim("o_" + formula.field);
  if (formula.reads_source) source = names.claim("o_" + formula.source);
}

}  // namespace stencil
