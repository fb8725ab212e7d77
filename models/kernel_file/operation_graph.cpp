// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_file/operation_graph.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace stencil {

using OperandKind = FormulaOperand::Kind;
using OperationKind = FormulaOperation::Kind;

OperationGraph::OperandKey OperationGraph::key_of(const FormulaOperand& operand) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &operand.literal, sizeof bits);
  return {operand.kind, operand.row, operand.col, operand.index, bits, operand.negated};
}

FormulaOperand OperationGraph::operation(OperationKind kind, const FormulaOperand& a, const FormulaOperand& b,
                                         TextPlace place) {
  OperandKey first = key_of(a);
  OperandKey second = key_of(b);
  const bool either_order = kind == OperationKind::add || kind == OperationKind::multiply;
  if (either_order && second < first) std::swap(first, second);
  const auto [found, is_new] = places_.try_emplace({kind, first, second}, operations_.size());
  if (is_new) {
    FormulaOperation added;
    added.kind = kind;
    added.a = a;
    added.b = b;
    added.place = place;
    operations_.push_back(added);
  }
  FormulaOperand result;
  result.kind = OperandKind::operation;
  result.index = found->second;
  return result;
}

FormulaOperand OperationGraph::at_neighbour(const FormulaOperand& operand, int row, int col, const std::string& text,
                                            TextPlace place) {
  std::map<std::size_t, FormulaOperand> moved;  // by operation
  const auto move = [&](FormulaOperand value) {
    switch (value.kind) {
      case OperandKind::literal:
      case OperandKind::number:
        break;
      case OperandKind::source:
        if (row != 0 || col != 0) refuse_source(text, place);
        break;
      case OperandKind::field:
        value.row += row;
        value.col += col;
        if (std::abs(value.row) > 1 || std::abs(value.col) > 1) refuse_distance(value, text, place);
        break;
      case OperandKind::operation: {
        const bool negated = value.negated;
        value = moved.at(value.index);
        value.negated = negated;
        break;
      }
    }
    return value;
  };
  for (const std::size_t k : needed(operand)) {
    const FormulaOperation here = operations_[k];  // a copy: the list grows
    moved[k] = operation(here.kind, move(here.a), move(here.b), here.place);
    FormulaOperation& there = operations_[moved[k].index];
    if (!there.part.empty() || here.part.empty()) continue;
    there.part = here.part;
    there.part_row = here.part_row + row;
    there.part_col = here.part_col + col;
  }
  return move(operand);
}

void OperationGraph::refuse_source(const std::string& text, TextPlace place) const {
  throw FormulaError(formula_.file, place,
                     "'" + text + "' reads a neighbour of source " + formula_.source +
                         ", must be the point: a source is read there alone");
}

void OperationGraph::refuse_distance(const FormulaOperand& value, const std::string& text, TextPlace place) const {
  const bool rows = std::abs(value.row) > 1;
  throw FormulaError(formula_.file, place,
                     "'" + text + "' reads field " + formula_.field + " " +
                         std::to_string(std::abs(rows ? value.row : value.col)) + (rows ? " rows" : " columns") +
                         " away, must be at most 1: two " + (rows ? "rows" : "columns") + " away not now");
}

void OperationGraph::name_part(const FormulaOperand& result, const std::string& part) {
  if (result.kind != OperandKind::operation || result.negated) return;
  std::string& name = operations_[result.index].part;
  if (name.empty()) name = part;
}

std::vector<std::size_t> OperationGraph::needed(const FormulaOperand& result) const {
  std::vector<std::size_t> order;
  if (result.kind != OperandKind::operation) return order;
  std::vector<bool> marked(operations_.size());
  marked[result.index] = true;
  for (std::size_t k = result.index + 1; k-- > 0;) {
    if (!marked[k]) continue;
    for (const FormulaOperand* operand : {&operations_[k].a, &operations_[k].b}) {
      if (operand->kind == OperandKind::operation) marked[operand->index] = true;
    }
  }
  for (std::size_t k = 0; k < marked.size(); ++k) {
    if (!marked[k]) continue;
    if (order.size() == most_formula_operations) {
      throw FormulaError(formula_.file, operations_[k].place,
                         "this is operation " + std::to_string(most_formula_operations + 1) +
                             " of one value, must be at most " + std::to_string(most_formula_operations));
    }
    order.push_back(k);
  }
  return order;
}

}  // namespace stencil
