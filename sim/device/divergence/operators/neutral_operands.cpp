// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/operators/neutral_operands.hpp"

#include <map>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

double flipped(double value) {
  return from_bits(bits_of(value) ^ std::uint64_t{1} << 63);
}

bool same(double a, double b) {
  return bits_of(a) == bits_of(b);
}

// Values of inputs and steps, by position, as they are wanted; each is wanted once.
class Wanted {
 public:
  explicit Wanted(const PointFormula& formula) : formula_(formula) {}

  bool want(std::size_t position, double value) {
    const auto known = values_.find(position);
    if (known != values_.end()) return same(known->second, value);
    if (position < formula_.inputs.size()) {
      const FormulaInput& input = formula_.inputs[position];
      if (input.kind == FormulaInput::Kind::constant && !same(input.constant, value)) return false;
    }
    values_[position] = value;
    if (position < formula_.inputs.size()) return true;
    const std::map<std::size_t, double> before = values_;
    if (passed(position, value, true)) return true;
    values_ = before;
    return is_symmetric(position) && passed(position, value, false);
  }

  // All inputs that a position depends on.
  void keep(std::size_t position, const std::vector<double>& operands) {
    if (position < formula_.inputs.size()) {
      values_[position] = operands[position];
      return;
    }
    const FormulaStep& step = step_at(position);
    keep(step.a, operands);
    keep(step.b, operands);
  }

  // What the other operand of a step is to be, so that its result is the one at `position`.
  bool neutral_beside(const FormulaStep& step, std::size_t position) {
    const bool is_a = step.a == position;
    if (step.a == step.b) return false;
    const double neutral = neutral_of(step.operation, is_a);
    if (step.operation == PointOperation::divide && !is_a) return false;
    return want(is_a ? step.b : step.a, (is_a ? step.negated_b : step.negated_a) ? flipped(neutral) : neutral);
  }

  // Inputs that nothing wants stay as they are.
  std::vector<double> inputs(std::vector<double> operands) const {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto wanted = values_.find(i);
      if (wanted != values_.end()) operands[i] = wanted->second;
    }
    return operands;
  }

  // A step gives `value` of one operand, beside a neutral one.
  bool passed(std::size_t position, double value, bool by_a) {
    const FormulaStep& step = step_at(position);
    const double neutral = neutral_of(step.operation, by_a);
    const double a = by_a ? value : neutral;
    const double b = by_a ? neutral : value;
    return want(step.a, step.negated_a ? flipped(a) : a) && want(step.b, step.negated_b ? flipped(b) : b);
  }

 private:
  const FormulaStep& step_at(std::size_t position) const { return formula_.steps[position - formula_.inputs.size()]; }

  bool is_symmetric(std::size_t position) const {
    const PointOperation operation = step_at(position).operation;
    return operation == PointOperation::add || operation == PointOperation::multiply;
  }

  // Beside a, or beside b, which a subtraction then makes negative.
  static double neutral_of(PointOperation operation, bool beside_a) {
    if (operation == PointOperation::add) return -0.0;
    if (operation == PointOperation::subtract) return beside_a ? 0.0 : -0.0;
    return 1.0;
  }

  const PointFormula& formula_;
  std::map<std::size_t, double> values_;
};

// From a position up to the result of the formula.
bool pass_on_above(const PointFormula& formula, Wanted& wanted, std::size_t position) {
  for (std::size_t i = position - formula.inputs.size() + 1; i < formula.steps.size(); ++i) {
    const FormulaStep& step = formula.steps[i];
    if (step.a != position && step.b != position) continue;
    if (!wanted.neutral_beside(step, position)) return false;
    position = formula.inputs.size() + i;
  }
  return position == formula.inputs.size() + formula.steps.size() - 1;
}

std::optional<std::vector<double>> if_passed_on(const PointFormula& formula, const std::vector<double>& inputs,
                                                std::size_t step, double value) {
  const std::vector<double> results = formula.results(inputs);
  if (!same(results[step], value)) return std::nullopt;
  const double end = results.back();
  if (!same(end, value) && !same(end, flipped(value))) return std::nullopt;
  return inputs;
}

}  // namespace

std::optional<std::vector<double>> passing_on(const PointFormula& formula, const std::vector<double>& operands,
                                              std::size_t step) {
  Wanted wanted(formula);
  const std::size_t position = formula.inputs.size() + step;
  wanted.keep(position, operands);
  if (!pass_on_above(formula, wanted, position)) return std::nullopt;
  return if_passed_on(formula, wanted.inputs(operands), step, formula.results(operands)[step]);
}

std::optional<std::vector<double>> passing_on_result(const PointFormula& formula, const std::vector<double>& operands,
                                                     std::size_t step) {
  const double value = formula.results(operands)[step];
  const std::size_t position = formula.inputs.size() + step;
  for (const bool by_a : {true, false}) {
    if (!by_a && formula.steps[step].operation != PointOperation::add &&
        formula.steps[step].operation != PointOperation::multiply)
      continue;
    Wanted wanted(formula);
    if (!wanted.passed(position, value, by_a) || !pass_on_above(formula, wanted, position)) continue;
    if (auto inputs = if_passed_on(formula, wanted.inputs(operands), step, value)) return inputs;
  }
  return std::nullopt;
}

}  // namespace stencil
