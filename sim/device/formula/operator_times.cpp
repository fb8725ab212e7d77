// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_times.hpp"

#include <fmt/format.h>

namespace stencil {

std::string OperatorTimes::declare(const std::string& wanted, const std::string& value) {
  std::string name = names_.claim(wanted);
  declarations_ += fmt::format("  localparam {} = {};\n", name, value);
  return name;
}

std::string OperatorTimes::start(std::size_t operation) {
  if (!start_[operation].empty()) return start_[operation];
  const ScheduledOperation& scheduled = schedule_.operations[operation];
  const std::string wanted = "START_" + names_.results()[operation];
  std::string value = "0";
  if (scheduled.waits_for) {
    value = declare(wanted, start(*scheduled.waits_for) + " - " + latency_parameter(scheduled.unit));
  } else {
    const FormulaOperation& written = formula_.operations[operation];
    std::vector<std::size_t> operands;
    for (const FormulaOperand* operand : {&written.a, &written.b}) {
      const bool result = operand->kind == FormulaOperand::Kind::operation;
      // One that waits for this operation follows it.
      if (result && schedule_.operations[operand->index].waits_for != operation) operands.push_back(operand->index);
    }
    const auto law = [&](std::size_t k) -> const CycleLaw& { return schedule_.operations[operands[k]].ready; };
    if (operands.size() == 2 && !law(0).covers(law(1)) && !law(1).covers(law(0))) {
      const std::string a = ready(operands[0]);
      const std::string b = ready(operands[1]);
      value = declare(wanted, fmt::format("{0} > {1} ? {0} : {1}", a, b));
    } else if (!operands.empty()) {
      value = ready(operands[operands.size() == 2 && !law(0).covers(law(1)) ? 1 : 0]);
    }
  }
  return start_[operation] = value;
}

std::string OperatorTimes::ready(std::size_t operation) {
  if (!ready_[operation].empty()) return ready_[operation];
  const ScheduledOperation& scheduled = schedule_.operations[operation];
  const std::string begun = start(operation);
  const std::string value = (begun == "0" ? "" : begun + " + ") + std::string(latency_parameter(scheduled.unit));
  return ready_[operation] = declare("READY_" + names_.results()[operation], value);
}

}  // namespace stencil
