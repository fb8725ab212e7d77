// SPDX-License-Identifier: Apache-2.0
#include "models/formula/point_formula.hpp"

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

// What a step works on, of the values of inputs and earlier steps.
std::pair<double, double> taken(const FormulaStep& step, const std::vector<double>& all) {
  const double a = all[step.a];
  const double b = all[step.b];
  return {step.negated_a ? flipped(a) : a, step.negated_b ? flipped(b) : b};
}

// All values, where each(step, a, b) gives the result of a step.
template <class Each>
std::vector<double> all_values(const PointFormula& formula, const std::vector<double>& inputs, const Each& each) {
  std::vector<double> all = inputs;
  for (std::size_t i = 0; i < formula.steps.size(); ++i) {
    const auto [a, b] = taken(formula.steps[i], all);
    all.push_back(each(i, a, b));
  }
  return all;
}

}  // namespace

double flipped(double value) {
  return from_bits(bits_of(value) ^ std::uint64_t{1} << 63);
}

double apply(PointOperation operation, double a, double b, Rounding rounding) {
  switch (operation) {
    case PointOperation::add:
      return exact_sum(a, b, rounding);
    case PointOperation::subtract:
      return exact_sum(a, flipped(b), rounding);
    case PointOperation::multiply:
      return exact_product(a, b, rounding);
    case PointOperation::divide:
      break;
  }
  return exact_quotient(a, b, rounding);
}

const char* unit_of(PointOperation operation) {
  if (operation == PointOperation::multiply) return "multiplier";
  return operation == PointOperation::divide ? "division" : "adder";
}

std::vector<double> PointFormula::results(const std::vector<double>& values) const {
  const std::vector<double> all =
      all_values(*this, values, [this](std::size_t i, double a, double b) { return apply(steps[i].operation, a, b); });
  return {all.begin() + static_cast<std::ptrdiff_t>(inputs.size()), all.end()};
}

double PointFormula::value(const std::vector<double>& values, std::size_t changed, const Change& change) const {
  return value(values, [&](std::size_t i, double a, double b) {
    const double right = apply(steps[i].operation, a, b);
    return i == changed ? change(right, a, b) : right;
  });
}

double PointFormula::value(const std::vector<double>& values, const Each& each) const {
  return all_values(*this, values, each).back();
}

std::pair<double, double> PointFormula::operands(std::size_t step, const std::vector<double>& values) const {
  std::vector<double> all = values;
  for (const double result : results(values)) all.push_back(result);
  return taken(steps[step], all);
}

const PointFormula& formula_of(const SweepWeights& weights) {
  return std::visit([](const auto& of) -> const PointFormula& { return operations_of(of); }, weights);
}

}  // namespace stencil
