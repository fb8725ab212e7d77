// SPDX-License-Identifier: Apache-2.0
#include "models/formula/point_formula.hpp"

#include "models/formula/file_formula.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

using Kind = FormulaInput::Kind;

FormulaInput field(const char* name, std::int64_t rows, std::int64_t cols) {
  return {name, Kind::field, rows, cols};
}

FormulaInput right_hand_side() {
  return {"r", Kind::right_hand_side};
}

FormulaInput number(Weight weight) {
  return {name_of(weight), Kind::weight, 0, 0, weight};
}

FormulaInput constant(const char* name, double value) {
  return {name, Kind::constant, 0, 0, Weight::rdx2, value};
}

const PointFormula& formula(const JacobiWeights&) {
  static const PointFormula jacobi{
      "((north + south)*rdx2 + (west + east)*rdy2 - r)*beta",
      {field("north", -1, 0), field("south", 1, 0), field("west", 0, -1), field("east", 0, 1), right_hand_side(),
       number(Weight::rdx2), number(Weight::rdy2), number(Weight::beta)},
      {{"north + south", PointOperation::add, 0, 1},
       {"west + east", PointOperation::add, 2, 3},
       {"(north + south)*rdx2", PointOperation::multiply, 8, 5},
       {"(west + east)*rdy2", PointOperation::multiply, 9, 6},
       {"(north + south)*rdx2 + (west + east)*rdy2", PointOperation::add, 10, 11},
       {"... - r", PointOperation::subtract, 12, 4},
       {"(...)*beta", PointOperation::multiply, 13, 7}}};
  return jacobi;
}

const PointFormula& formula(const FivePointWeights&) {
  static const PointFormula five_point{
      "((((aN*north + aS*south) + (aW*west + aE*east)) + aC*centre) - r)*beta",
      {field("north", -1, 0), field("south", 1, 0), field("west", 0, -1), field("east", 0, 1), field("centre", 0, 0),
       right_hand_side(), number(Weight::an), number(Weight::as), number(Weight::aw), number(Weight::ae),
       number(Weight::ac), number(Weight::beta)},
      {{"aN*north", PointOperation::multiply, 6, 0},
       {"aS*south", PointOperation::multiply, 7, 1},
       {"aW*west", PointOperation::multiply, 8, 2},
       {"aE*east", PointOperation::multiply, 9, 3},
       {"aN*north + aS*south", PointOperation::add, 12, 13},
       {"aW*west + aE*east", PointOperation::add, 14, 15},
       {"(aN*north + aS*south) + (aW*west + aE*east)", PointOperation::add, 16, 17},
       {"aC*centre", PointOperation::multiply, 10, 4},
       {"(...) + aC*centre", PointOperation::add, 18, 19},
       {"... - r", PointOperation::subtract, 20, 5},
       {"(...)*beta", PointOperation::multiply, 21, 11}}};
  return five_point;
}

const PointFormula& formula(const FormulaWeights& weights) {
  return file_formula(*weights.formula);
}

double flipped(double value) {
  return from_bits(bits_of(value) ^ std::uint64_t{1} << 63);
}

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
  return std::visit([](const auto& of) -> const PointFormula& { return formula(of); }, weights);
}

const PointFormula& tile_formula() {
  static const PointFormula average{"((((north + south) + centre) + west) + east)/5",
                                    {field("north", -1, 0), field("south", 1, 0), field("centre", 0, 0),
                                     field("west", 0, -1), field("east", 0, 1), constant("5", 5.0)},
                                    {{"north + south", PointOperation::add, 0, 1},
                                     {"(north + south) + centre", PointOperation::add, 6, 2},
                                     {"(...) + west", PointOperation::add, 7, 3},
                                     {"(...) + east", PointOperation::add, 8, 4},
                                     {"(...)/5", PointOperation::divide, 9, 5}}};
  return average;
}

}  // namespace stencil
