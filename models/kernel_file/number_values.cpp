// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_file/number_values.hpp"

#include <cmath>
#include <optional>

#include "models/kernel_file/kernel_words.hpp"

namespace stencil {
namespace {

using Kind = ExpressionStep::Kind;

double applied(Kind kind, double a, double b) {
  switch (kind) {
    case Kind::add:
      return a + b;
    case Kind::subtract:
      return a - b;
    case Kind::multiply:
      return a * b;
    default:
      return a / b;
  }
}

// None where it reads a name that is not known.
std::optional<double> value_of(const Expression& expression, const std::map<std::string, double>& known) {
  std::vector<double> stack;
  for (const ExpressionStep& step : expression) {
    if (step.kind == Kind::literal) {
      stack.push_back(step.literal);
    } else if (step.kind == Kind::name) {
      const auto found = known.find(step.name);
      if (found == known.end()) return std::nullopt;
      stack.push_back(found->second);
    } else if (step.kind == Kind::negate) {
      stack.back() = -stack.back();
    } else {
      const double b = stack.back();
      stack.pop_back();
      stack.back() = applied(step.kind, stack.back(), b);
    }
  }
  return stack.back();
}

// known: `rows` and `cols`, where there is a field; `where` names them in errors.
std::vector<std::optional<double>> values_of(const Formula& formula, std::map<std::string, double> known,
                                             const std::string& where, const std::map<std::string, double>& given) {
  std::vector<std::optional<double>> values;
  for (const FormulaNumber& number : formula.numbers) {
    const auto found = given.find(number.name);
    const std::optional<double> value = found != given.end() ? std::optional(found->second)
                                        : number.has_default ? value_of(number.fallback, known)
                                                             : std::nullopt;
    if (value && !std::isfinite(*value)) {
      throw FormulaError(formula.file, number.place,
                         "number " + number.name + " is " + literal_text(*value) + where + ", must be finite");
    }
    if (value) known[number.name] = *value;
    values.push_back(value);
  }
  return values;
}

}  // namespace

std::vector<double> number_values(const Formula& formula, std::int64_t rows, std::int64_t cols,
                                  const std::map<std::string, double>& given) {
  std::vector<double> values;
  for (const FormulaNumber& number : formula.numbers) {
    if (!number.has_default && given.count(number.name) == 0) {
      throw FormulaError(formula.file, number.place,
                         "number " + number.name + " has no default, must be given: --number " + number.name + "=X");
    }
  }
  const std::string where = " with rows " + std::to_string(rows) + ", cols " + std::to_string(cols);
  for (const auto& value :
       values_of(formula, {{"rows", static_cast<double>(rows)}, {"cols", static_cast<double>(cols)}}, where, given))
    values.push_back(value.value());
  return values;
}

std::vector<std::optional<double>> number_values(const Formula& formula, const std::map<std::string, double>& given) {
  return values_of(formula, {}, "", given);
}

}  // namespace stencil
