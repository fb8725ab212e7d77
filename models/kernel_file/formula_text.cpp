// Formula as text, and what can be counted in it.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/kernel_file/formula.hpp"
#include "models/kernel_file/kernel_words.hpp"

namespace stencil {
namespace {

std::string index_text(const char* letter, int by) {
  return letter + (by == 0 ? "" : (by < 0 ? "" : "+") + std::to_string(by));
}

bool reads_corner(const FormulaOperand& operand) {
  return operand.kind == FormulaOperand::Kind::field && operand.row != 0 && operand.col != 0;
}

}  // namespace

bool Formula::reads_corners() const {
  return std::any_of(operations.begin(), operations.end(), [](const FormulaOperation& operation) {
    return reads_corner(operation.a) || reads_corner(operation.b);
  });
}

OperationCounts counts_of(const Formula& formula) {
  OperationCounts counts;
  for (const FormulaOperation& operation : formula.operations) {
    switch (operation.kind) {
      case FormulaOperation::Kind::add:
      case FormulaOperation::Kind::subtract:
        ++counts.adds;
        break;
      case FormulaOperation::Kind::multiply:
        ++counts.multiplies;
        break;
      case FormulaOperation::Kind::divide:
        ++(exact_factor(operation) == 0.0 ? counts.divides : counts.multiplies);
        break;
    }
  }
  return counts;
}

double exact_factor(const FormulaOperation& division) {
  return division.b.literal == 5.0 ? 0.0 : 1.0 / division.b.literal;
}

std::string operand_text(const Formula& formula, const FormulaOperand& operand,
                         const std::vector<std::string>& of_operation) {
  std::string text;
  switch (operand.kind) {
    case FormulaOperand::Kind::field:
      text = formula.field;
      if (operand.row != 0 || operand.col != 0)
        text += "[" + index_text("i", operand.row) + "," + index_text("j", operand.col) + "]";
      break;
    case FormulaOperand::Kind::source:
      text = formula.source;
      break;
    case FormulaOperand::Kind::number:
      text = formula.numbers[operand.index].name;
      break;
    case FormulaOperand::Kind::literal:
      text = literal_text(operand.literal);
      break;
    case FormulaOperand::Kind::operation:
      text = of_operation[operand.index];
      break;
  }
  return (operand.negated ? "-" : "") + text;
}

std::string operation_text(const Formula& formula, const FormulaOperation& operation,
                           const std::vector<std::string>& of_operation) {
  const std::string a = operand_text(formula, operation.a, of_operation);
  const std::string b = operand_text(formula, operation.b, of_operation);
  switch (operation.kind) {
    case FormulaOperation::Kind::add:
      return a + " + " + b;
    case FormulaOperation::Kind::subtract:
      return a + " - " + b;
    case FormulaOperation::Kind::multiply:
      return a + "*" + b;
    case FormulaOperation::Kind::divide:
      return a + "/" + b;
  }
  return "";
}

}  // namespace stencil
