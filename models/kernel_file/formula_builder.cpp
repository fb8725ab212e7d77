// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_file/formula_builder.hpp"

#include <algorithm>
#include <cmath>

#include "models/kernel_file/kernel_words.hpp"

namespace stencil {

using OperandKind = FormulaOperand::Kind;
using OperationKind = FormulaOperation::Kind;

namespace {

FormulaOperand literal_operand(double value) {
  FormulaOperand operand;
  operand.kind = OperandKind::literal;
  operand.literal = value;
  return operand;
}

bool is_power_of_two(double value) {
  int exponent = 0;
  return value > 0.0 && std::frexp(value, &exponent) == 0.5;
}

}  // namespace

void FormulaBuilder::require_free(const std::string& name, TextPlace place) const {
  if (is_reserved_word(name))
    throw FormulaError(formula_.file, place, "'" + name + "' is a reserved word, must be another name");
  const bool number = std::any_of(formula_.numbers.begin(), formula_.numbers.end(),
                                  [&](const FormulaNumber& one) { return one.name == name; });
  if (number || name == formula_.field || name == formula_.source || parts_.count(name) != 0)
    throw FormulaError(formula_.file, place, "'" + name + "' is defined above, must be a name of its own");
}

void FormulaBuilder::set_kernel(const std::string& name, TextPlace place) {
  if (is_reserved_word(name))
    throw FormulaError(formula_.file, place, "'" + name + "' is a reserved word, must be another name");
  if (!formula_.kernel.empty())
    throw FormulaError(formula_.file, place, "a second kernel '" + name + "', must be one: " + formula_.kernel);
  formula_.kernel = name;
}

void FormulaBuilder::set_field(const std::string& name, TextPlace place) {
  if (!formula_.field.empty()) {
    throw FormulaError(formula_.file, place,
                       "a second field '" + name + "', must be one, " + formula_.field + ": several fields not now");
  }
  require_free(name, place);
  formula_.field = name;
}

void FormulaBuilder::set_source(const std::string& name, TextPlace place) {
  if (!formula_.source.empty()) {
    throw FormulaError(
        formula_.file, place,
        "a second source '" + name + "', must be at most one, " + formula_.source + ": several sources not now");
  }
  require_free(name, place);
  formula_.source = name;
}

void FormulaBuilder::add_number(const FormulaNumber& number) {
  require_free(number.name, number.place);
  if (formula_.numbers.size() == most_formula_numbers) {
    throw FormulaError(formula_.file, number.place,
                       "'" + number.name + "' is number " + std::to_string(most_formula_numbers + 1) +
                           ", must be at most " + std::to_string(most_formula_numbers));
  }
  check_default(number.fallback, number.name);
  formula_.numbers.push_back(number);
}

void FormulaBuilder::add_part(const std::string& name, TextPlace place, const Expression& value) {
  require_free(name, place);
  Part part{operand_of(value, name), false};
  graph_.needed(part.value);
  graph_.name_part(part.value, name);
  parts_.emplace(name, part);
  part_order_.push_back(name);
}

void FormulaBuilder::set_new(const std::string& name, TextPlace place, const Expression& value) {
  if (name != formula_.field) {
    throw FormulaError(
        formula_.file, place,
        "'" + name + "', must be the field" +
            (formula_.field.empty() ? ", which a line 'field NAME' above declares" : ", " + formula_.field));
  }
  if (has_new_) throw FormulaError(formula_.file, place, "'new " + name + "' is defined above, must be once");
  new_value_ = rounded(operand_of(value, ""), place);
  has_new_ = true;
}

// A value that no operation makes, or one whose sign is flipped afterwards, would leave a NaN as it is: adding -0 makes
// it canonical and changes no other bit.
FormulaOperand FormulaBuilder::rounded(const FormulaOperand& result, TextPlace place) {
  if (result.kind == OperandKind::operation && !result.negated) return result;
  return graph_.operation(OperationKind::add, result, literal_operand(-0.0), place);
}

FormulaOperand FormulaBuilder::operand_of(const Expression& value, const std::string& defines) {
  std::vector<FormulaOperand> stack;
  for (const ExpressionStep& step : value) {
    if (step.kind == ExpressionStep::Kind::literal) {
      stack.push_back(literal_operand(step.literal));
    } else if (step.kind == ExpressionStep::Kind::name) {
      stack.push_back(named(step, defines));
    } else if (step.kind == ExpressionStep::Kind::negate) {
      FormulaOperand& top = stack.back();
      if (top.kind == OperandKind::literal) {
        top.literal = -top.literal;
      } else {
        top.negated = !top.negated;
      }
    } else {
      const FormulaOperand b = stack.back();
      stack.pop_back();
      const FormulaOperand a = stack.back();
      stack.pop_back();
      const OperationKind kind = step.kind == ExpressionStep::Kind::add        ? OperationKind::add
                                 : step.kind == ExpressionStep::Kind::subtract ? OperationKind::subtract
                                                                               : OperationKind::multiply;
      stack.push_back(step.kind == ExpressionStep::Kind::divide ? divided(a, b, step.place)
                                                                : graph_.operation(kind, a, b, step.place));
    }
  }
  return stack.back();
}

FormulaOperand FormulaBuilder::divided(const FormulaOperand& a, const FormulaOperand& b, TextPlace place) {
  constexpr const char* instead =
      ", must be by 5 or a power of two from 2^-1023 to 2^1023; write '*NAME' and above it 'number NAME = 1/(...)'";
  if (b.kind != OperandKind::literal)
    throw FormulaError(formula_.file, place, std::string("division by a value") + instead);
  // Where the reciprocal of a power of two is finite it is exact.
  const bool exact = is_power_of_two(b.literal) && std::isfinite(1.0 / b.literal);
  if (b.literal != 5.0 && !exact)
    throw FormulaError(formula_.file, place, "division by " + literal_text(b.literal) + instead);
  return graph_.operation(OperationKind::divide, a, b, place);
}

FormulaOperand FormulaBuilder::named(const ExpressionStep& step, const std::string& defines) {
  const auto far = std::max(std::abs(step.row), std::abs(step.col));
  FormulaOperand operand;
  if (step.name == formula_.field || parts_.count(step.name) != 0) {
    operand.kind = OperandKind::field;
    if (step.name != formula_.field) {
      Part& part = parts_.at(step.name);
      part.used = true;
      operand = part.value;
    }
    if (!step.at_neighbour) return operand;
    if (far > 1) {
      const bool rows = std::abs(step.row) > 1;
      throw FormulaError(formula_.file, step.place,
                         "'" + step.text + "' is " + std::to_string(std::abs(rows ? step.row : step.col)) +
                             (rows ? " rows" : " columns") + " away, must be at most 1: two " +
                             (rows ? "rows" : "columns") + " away not now");
    }
    return graph_.at_neighbour(operand, static_cast<int>(step.row), static_cast<int>(step.col), step.text, step.place);
  }
  if (!formula_.source.empty() && step.name == formula_.source) {
    if (far != 0) {
      throw FormulaError(formula_.file, step.place,
                         "'" + step.text + "' is a neighbour of a source, must be '" + step.name +
                             "': a source is read at the point alone");
    }
    operand.kind = OperandKind::source;
    return operand;
  }
  for (std::size_t k = 0; k < formula_.numbers.size(); ++k) {
    if (formula_.numbers[k].name != step.name) continue;
    if (step.at_neighbour) {
      throw FormulaError(formula_.file, step.place,
                         "'" + step.text + "', must be '" + step.name + "': a number has no neighbours");
    }
    operand.kind = OperandKind::number;
    operand.index = k;
    return operand;
  }
  refuse_name(step, defines, false);
}

}  // namespace stencil
