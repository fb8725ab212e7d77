// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_file/number_values.hpp"

#include <cmath>

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

double value_of(const Expression& expression, const std::map<std::string, double>& known) {
  std::vector<double> stack;
  for (const ExpressionStep& step : expression) {
    if (step.kind == Kind::literal) {
      stack.push_back(step.literal);
    } else if (step.kind == Kind::name) {
      stack.push_back(known.at(step.name));
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

}  // namespace

std::vector<double> number_values(const Formula& formula, std::int64_t rows, std::int64_t cols,
                                  const std::map<std::string, double>& given) {
  std::map<std::string, double> known{{"rows", static_cast<double>(rows)}, {"cols", static_cast<double>(cols)}};
  std::vector<double> values;
  for (const FormulaNumber& number : formula.numbers) {
    const auto found = given.find(number.name);
    if (found == given.end() && !number.has_default) {
      throw FormulaError(formula.file, number.place,
                         "number " + number.name + " has no default, must be given: --number " + number.name + "=X");
    }
    const double value = found != given.end() ? found->second : value_of(number.fallback, known);
    if (!std::isfinite(value)) {
      throw FormulaError(formula.file, number.place,
                         "number " + number.name + " is " + literal_text(value) + " with rows " + std::to_string(rows) +
                             ", cols " + std::to_string(cols) + ", must be finite");
    }
    known[number.name] = value;
    values.push_back(value);
  }
  return values;
}

}  // namespace stencil
