// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/value_names.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "models/values/canonical_nan.hpp"

namespace stencil {

std::string compass(int row, int col) {
  const auto part = [](int by, const char* negative, const char* positive) -> std::string {
    if (by == 0) return "";
    return (by < 0 ? negative : positive) + (std::abs(by) == 1 ? "" : std::to_string(std::abs(by)));
  };
  const std::string place = part(row, "n", "s") + part(col, "w", "e");
  return place.empty() ? "c" : place;
}

std::string verilog_literal(double value) {
  return fmt::format("64'h{:016x}", bits_of(value));
}

ValueNames::ValueNames(const Formula& formula)
    : formula_(formula), taken_{"clk", "i_count", "COUNT_W", "LATENCY", "u_check_latency"} {
  int nameless = 0;
  for (const FormulaOperation& operation : formula.operations) {
    results_.push_back(claim(operation.part.empty()
                                 ? fmt::format("v{}", ++nameless)
                                 : operation.part + "_" + compass(operation.part_row, operation.part_col)));
  }
}

std::string ValueNames::port(const FormulaOperand& operand) {
  FormulaOperand plain = operand;
  plain.negated = false;
  std::string& name = ports_[operand_text(formula_, plain, results_)];
  if (!name.empty()) return name;
  if (operand.kind == FormulaOperand::Kind::number) return name = claim("i_" + formula_.numbers[operand.index].name);
  if (operand.kind == FormulaOperand::Kind::source) return name = claim("i_" + formula_.source);
  return name = claim("i_" + formula_.field + "_" + compass(operand.row, operand.col));
}

std::string ValueNames::claim(const std::string& wanted) {
  std::string name = wanted;
  for (int next = 2; !taken_.insert(name).second; ++next) name = fmt::format("{}_{}", wanted, next);
  return name;
}

}  // namespace stencil
