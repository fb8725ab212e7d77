// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernel_file/kernel_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "host/base/text.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "sim/device/formula/operator_area.hpp"
#include "sim/device/formula/operator_schedule.hpp"
#include "sim/device/formula/value_names.hpp"

namespace stencil {
namespace {

std::string operations_text(const Formula& formula) {
  const ValueNames names(formula);
  std::string text;
  std::size_t widest = 0;
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < formula.operations.size(); ++k) {
    lines.push_back(
        fmt::format("{} = {}", names.results()[k], operation_text(formula, formula.operations[k], names.results())));
    widest = std::max(widest, lines.back().size());
  }
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const TextPlace place = formula.operations[k].place;
    text += fmt::format("  {:{}}  line {}, column {}\n", lines[k], widest, place.line, place.column);
  }
  return text;
}

std::string window_text(const Formula& formula) {
  std::vector<std::string> values;
  const auto add = [&](const FormulaOperand& operand) {
    if (operand.kind != FormulaOperand::Kind::field && operand.kind != FormulaOperand::Kind::source) return;
    FormulaOperand plain = operand;
    plain.negated = false;
    const std::string name = operand_text(formula, plain, {});
    if (std::find(values.begin(), values.end(), name) == values.end()) values.push_back(name);
  };
  for (const FormulaOperation& operation : formula.operations) {
    add(operation.a);
    add(operation.b);
  }
  std::string text = values.empty() ? "nothing of field or source" : fmt::format("{}", fmt::join(values, ", "));
  if (!formula.source.empty() && !formula.reads_source) text += fmt::format("; not the source {}", formula.source);
  return text;
}

std::string latency_text(const CycleLaw& law) {
  const ArithmeticLatencies usual;
  std::string given;
  for (const auto unit : {ArithmeticUnit::adder, ArithmeticUnit::multiplier, ArithmeticUnit::divider}) {
    const std::string name = latency_parameter(unit);
    if (law.text().find(name) != std::string::npos)
      given += fmt::format("{}{} {}", given.empty() ? "" : ", ", name, cycles_of(unit, usual));
  }
  return fmt::format("{}: {} cycles with {}", law.text(), law.cycles(usual), given);
}

std::string area_text(const Formula& formula) {
  const OperatorArea area = operator_area(formula);
  const OperationCounts counts = counts_of(formula);
  std::string units = counted(counts.adds, "adder");
  if (counts.multiplies != 0) units += ", " + counted(counts.multiplies, "multiplier");
  if (counts.divides != 0) units += ", " + counted(counts.divides, "divider") + " by 5";
  return fmt::format("about {} LUT, {} DSP: {}, {} of {} words", with_commas(area.luts), area.dsps, units,
                     counted(area.delays, "delay"), with_commas(area.delay_words));
}

// Whether the default of a number has this one in it.
bool reads_number(const Formula& formula, const std::string& name) {
  return std::any_of(formula.numbers.begin(), formula.numbers.end(), [&](const FormulaNumber& number) {
    return std::any_of(number.fallback.begin(), number.fallback.end(), [&](const ExpressionStep& step) {
      return step.kind == ExpressionStep::Kind::name && step.name == name;
    });
  });
}
constexpr const char* other_numbers = "  (no register: only other numbers read it)";
constexpr const char* nothing = "  (no register: nothing reads it)";

}  // namespace

std::string kernel_check_text(const Formula& formula) {
  const OperatorSchedule schedule(formula);
  std::string text = fmt::format("kernel {}: field {}, {}{}\n", formula.kernel, formula.field,
                                 formula.source.empty() ? "" : "source " + formula.source + ", ",
                                 counted(static_cast<std::int64_t>(formula.operations.size()), "operation"));
  text += operations_text(formula);
  text += "reads    " + window_text(formula) + "\n";
  text += "latency  " + latency_text(schedule.latency()) + "\n";
  text += "area     " + area_text(formula) + "\n";
  text += fmt::format("digest   {:#018x}\n", formula_digest(formula));
  for (const FormulaNumber& number : formula.numbers) {
    text += fmt::format("number   {} = {}{}\n", number.name, number.has_default ? number.default_text : "none",
                        number.used                          ? ""
                        : reads_number(formula, number.name) ? other_numbers
                                                             : nothing);
  }
  for (const std::string& part : formula.unused) text += fmt::format("unused   {}\n", part);
  return text;
}

}  // namespace stencil
