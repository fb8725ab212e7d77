// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_schedule.hpp"

namespace stencil {
namespace {

using Kind = FormulaOperand::Kind;

// The only operation that takes the result of operation k; nothing: several do, or one twice, or none.
std::optional<std::size_t> only_user(const Formula& formula, std::size_t k) {
  std::optional<std::size_t> user;
  for (std::size_t other = k + 1; other < formula.operations.size(); ++other) {
    const FormulaOperation& operation = formula.operations[other];
    for (const FormulaOperand* operand : {&operation.a, &operation.b}) {
      if (operand->kind != Kind::operation || operand->index != k) continue;
      if (user) return std::nullopt;
      user = other;
    }
  }
  return user;
}

// Whether at most one operand moves, and that is of the field or the source: to wait costs no more than not to.
bool can_wait(const FormulaOperation& operation) {
  if (!is_moving(operation.a) && !is_moving(operation.b)) return true;
  const auto input = [](const FormulaOperand& operand) {
    return operand.kind == Kind::field || operand.kind == Kind::source;
  };
  return (input(operation.a) && !is_moving(operation.b)) || (input(operation.b) && !is_moving(operation.a));
}

}  // namespace

ArithmeticUnit unit_of(const FormulaOperation& operation) {
  switch (operation.kind) {
    case FormulaOperation::Kind::add:
    case FormulaOperation::Kind::subtract:
      return ArithmeticUnit::adder;
    case FormulaOperation::Kind::multiply:
      return ArithmeticUnit::multiplier;
    case FormulaOperation::Kind::divide:
      break;
  }
  return exact_factor(operation) == 0.0 ? ArithmeticUnit::divider : ArithmeticUnit::multiplier;
}

bool is_moving(const FormulaOperand& operand) {
  return operand.kind != Kind::number && operand.kind != Kind::literal;
}

OperatorSchedule::OperatorSchedule(const Formula& formula) {
  for (const FormulaOperation& operation : formula.operations) {
    ScheduledOperation scheduled{unit_of(operation), CycleLaw(), CycleLaw(), std::nullopt};
    for (const FormulaOperand* operand : {&operation.a, &operation.b}) {
      if (operand->kind == Kind::operation) scheduled.start = scheduled.start.larger(operations[operand->index].ready);
    }
    scheduled.ready = scheduled.start.after(scheduled.unit);
    operations.push_back(scheduled);
  }
  for (std::size_t k = operations.size(); k-- > 0;) {
    const auto user = only_user(formula, k);
    if (!user || !can_wait(formula.operations[k])) continue;
    ScheduledOperation& waiting = operations[k];
    const std::vector<CycleLaw> late = operations[*user].start.before(waiting.unit);
    if (late.empty() || late.front() == waiting.start) continue;
    waiting.start = late.front();
    waiting.ready = operations[*user].start;
    waiting.waits_for = user;
  }
}

}  // namespace stencil
