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

// How closely an operation binds: sums, then products, then what needs no parentheses.
int binding(const FormulaOperation& operation) {
  const bool sum = operation.kind == FormulaOperation::Kind::add || operation.kind == FormulaOperation::Kind::subtract;
  return sum ? 1 : 2;
}

std::string part_text(const FormulaOperation& operation) {
  if (operation.part_row == 0 && operation.part_col == 0) return operation.part;
  return operation.part + "[" + index_text("i", operation.part_row) + "," + index_text("j", operation.part_col) + "]";
}

// An operation, with those in it written out as often as `deeper` says; parts by their names.
std::string written(const Formula& formula, const FormulaOperation& operation, int deeper) {
  std::vector<std::string> inside(formula.operations.size());
  for (const FormulaOperand* operand : {&operation.a, &operation.b}) {
    if (operand->kind != FormulaOperand::Kind::operation) continue;
    const FormulaOperation& inner = formula.operations[operand->index];
    std::string& text = inside[operand->index];
    text = !inner.part.empty() ? part_text(inner) : deeper == 0 ? "..." : written(formula, inner, deeper - 1);
    const bool looser = binding(inner) < binding(operation) + (operand == &operation.b ? 1 : 0);
    if (inner.part.empty() && deeper != 0 && (looser || operand->negated)) text.insert(0, "(").append(")");
  }
  return operation_text(formula, operation, inside);
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

std::vector<std::string> written_operations(const Formula& formula) {
  constexpr int written_out = 1;
  std::vector<std::string> texts;
  for (const FormulaOperation& operation : formula.operations) {
    const bool last = &operation == &formula.operations.back();
    const std::string name = last ? "new " + formula.field : operation.part.empty() ? "" : part_text(operation);
    texts.push_back((name.empty() ? "" : name + " = ") + written(formula, operation, written_out));
  }
  return texts;
}

}  // namespace stencil
