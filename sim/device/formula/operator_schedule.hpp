// When each operation of a formula starts in a pipeline that takes the operands of a point every cycle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/kernel_file/formula.hpp"
#include "sim/device/formula/cycle_law.hpp"

namespace stencil {

// The unit that does an operation.
ArithmeticUnit unit_of(const FormulaOperation& operation);

// Whether an operand differs from point to point: neither number nor literal.
bool is_moving(const FormulaOperand& operand);

struct ScheduledOperation {
  ArithmeticUnit unit;
  CycleLaw start;  // cycles after the operands of the point
  CycleLaw ready;  // of its result
  // Where set, it starts as late as this other operation allows, the only one that takes its result: then its operand
  // is delayed, which others may need late as well, and not its result.
  std::optional<std::size_t> waits_for;
};

struct OperatorSchedule {
  explicit OperatorSchedule(const Formula& formula);

  std::vector<ScheduledOperation> operations;  // as in Formula::operations
  const CycleLaw& latency() const { return operations.back().ready; }
};

}  // namespace stencil
