// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/operators/neutral_operands.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

bool same(double a, double b) {
  return bits_of(a) == bits_of(b);
}

bool divides_by_constant(const PointFormula& formula, const FormulaStep& step) {
  return step.operation == PointOperation::divide && step.b < formula.inputs.size() &&
         formula.inputs[step.b].kind == FormulaInput::Kind::constant;
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
    if (passed(position, value, true) || (is_symmetric(position) && passed(position, value, false))) return true;
    return made_zero(position, value);
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

  // Wants the neutral operand beside the one at `position`, so that the step passes that one on.
  bool neutral_beside(const FormulaStep& step, std::size_t position) {
    const bool is_a = step.a == position;
    if (step.a == step.b) return false;
    if (step.operation == PointOperation::divide && !is_a) return false;
    if (divides_by_constant(formula_, step)) return true;
    const bool is_negated = is_a ? step.negated_b : step.negated_a;
    return with_neutral(step.operation, is_a, [&](double neutral) {
      return want(is_a ? step.b : step.a, is_negated ? flipped(neutral) : neutral);
    });
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
    return with_neutral(step.operation, by_a, [&](double neutral) {
      const double a = by_a ? value : neutral;
      const double b = by_a ? neutral : value;
      return want(step.a, step.negated_a ? flipped(a) : a) && want(step.b, step.negated_b ? flipped(b) : b);
    });
  }

  // False where another value is wanted there.
  bool fix(std::size_t position, double value) { return values_.emplace(position, value).second; }

 private:
  // A zero: a product with a zero, or the difference of a number from itself.
  bool made_zero(std::size_t position, double value) {
    const FormulaStep& step = step_at(position);
    if (value != 0.0 || step.negated_a || step.negated_b) return false;
    const std::optional<double> a = known(step.a), b = known(step.b);
    if (step.operation == PointOperation::multiply) {
      const auto with_sign_beside = [&](double by) { return std::signbit(by) == std::signbit(value) ? 0.0 : -0.0; };
      if (a) return want(step.b, with_sign_beside(*a));
      if (b) return want(step.a, with_sign_beside(*b));
      return want(step.a, value) || want(step.b, value);
    }
    if (step.operation == PointOperation::divide || a.has_value() == b.has_value()) return false;
    const bool is_sum = step.operation == PointOperation::add;
    return a ? want(step.b, is_sum ? flipped(*a) : *a) : want(step.a, is_sum ? flipped(*b) : *b);
  }

  // No value: not wanted yet, nor made of what is.
  std::optional<double> known(std::size_t position) const {
    const auto wanted = values_.find(position);
    if (wanted != values_.end()) return wanted->second;
    if (position < formula_.inputs.size()) {
      const FormulaInput& input = formula_.inputs[position];
      return input.kind == FormulaInput::Kind::constant ? std::optional(input.constant) : std::nullopt;
    }
    const FormulaStep& step = step_at(position);
    const std::optional<double> a = known(step.a), b = known(step.b);
    if (!a || !b) return std::nullopt;
    return apply(step.operation, step.negated_a ? flipped(*a) : *a, step.negated_b ? flipped(*b) : *b);
  }

  // try_one: with each value that is neutral in turn, until it is true; what it wanted before that is wanted no more.
  // Beside another number than zero a zero of either sign is: a formula may need a field in several places.
  template <class TryOne>
  bool with_neutral(PointOperation operation, bool beside_a, const TryOne& try_one) {
    const double always = neutral_of(operation, beside_a);
    const std::map<std::size_t, double> before = values_;
    for (const double neutral : {always, flipped(always)}) {
      if (neutral == -1.0) continue;
      if (try_one(neutral)) return true;
      values_ = before;
    }
    return false;
  }

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

// The end, which is the result of `step` or its negative, where that is the value of `settled` too.
std::optional<std::vector<double>> if_passed_on(const PointFormula& formula, const std::vector<double>& inputs,
                                                std::size_t step, double value, std::optional<std::size_t> settled) {
  const std::vector<double> results = formula.results(inputs);
  if (!same(results[step], value)) return std::nullopt;
  const double end = results.back();
  const FormulaStep& last = formula.steps.back();
  if (is_divided(formula, step)) {
    // A quotient may be the same for results beside each other, which then would hide a wrong one.
    const double by = formula.inputs[last.b].constant;
    const auto quotient = [by](double of) { return apply(PointOperation::divide, of, by); };
    const bool hides = std::isfinite(value) && (same(quotient(std::nextafter(value, HUGE_VAL)), end) ||
                                                same(quotient(std::nextafter(value, -HUGE_VAL)), end));
    if (!same(end, quotient(value)) || hides) return std::nullopt;
    return inputs;
  }
  if (!same(end, value) && !same(end, flipped(value))) return std::nullopt;
  if (settled && !same(end, inputs[*settled])) return std::nullopt;
  return inputs;
}

// want: puts in what `step` is to work on, of which it makes `value`.
template <class Want>
std::optional<std::vector<double>> solved(const PointFormula& formula, const std::vector<double>& operands,
                                          std::size_t step, double value, std::optional<std::size_t> settled,
                                          const Want& want) {
  for (const double end : {value, flipped(value)}) {
    Wanted wanted(formula);
    if (!want(wanted)) return std::nullopt;
    if (settled && !wanted.fix(*settled, end)) return std::nullopt;
    if (!pass_on_above(formula, wanted, formula.inputs.size() + step)) continue;
    if (auto inputs = if_passed_on(formula, wanted.inputs(operands), step, value, settled)) return inputs;
  }
  return std::nullopt;
}

// The step passes one of its operands on, beside a neutral one: `seen`, whose negative a subtraction of it makes.
std::optional<std::vector<double>> passing_seen(const PointFormula& formula, const std::vector<double>& operands,
                                                std::size_t step, double seen, std::optional<std::size_t> settled,
                                                bool by_a) {
  const bool is_negated = !by_a && formula.steps[step].operation == PointOperation::subtract;
  return solved(formula, operands, step, is_negated ? flipped(seen) : seen, settled,
                [&](Wanted& wanted) { return wanted.passed(formula.inputs.size() + step, seen, by_a); });
}

}  // namespace

bool is_divided(const PointFormula& formula, std::size_t step) {
  return step + 1 < formula.steps.size() && divides_by_constant(formula, formula.steps.back());
}

std::optional<std::vector<double>> passing_on(const PointFormula& formula, const std::vector<double>& operands,
                                              std::size_t step, std::optional<std::size_t> settled) {
  return solved(formula, operands, step, formula.results(operands)[step], settled, [&](Wanted& wanted) {
    wanted.keep(formula.inputs.size() + step, operands);
    return true;
  });
}

std::optional<std::vector<double>> alone(const PointFormula& formula, const std::vector<double>& operands,
                                         std::size_t step, std::optional<std::size_t> settled) {
  std::vector<double> all = operands;
  for (const double result : formula.results(operands)) all.push_back(result);
  const FormulaStep& of = formula.steps[step];
  return solved(formula, operands, step, all[formula.inputs.size() + step], settled,
                [&](Wanted& wanted) { return wanted.want(of.a, all[of.a]) && wanted.want(of.b, all[of.b]); });
}

std::optional<std::vector<double>> passing_on_result(const PointFormula& formula, const std::vector<double>& operands,
                                                     std::size_t step, std::optional<std::size_t> settled) {
  const double value = formula.results(operands)[step];
  const PointOperation operation = formula.steps[step].operation;
  auto inputs = passing_seen(formula, operands, step, value, settled, true);
  const bool is_symmetric = operation == PointOperation::add || operation == PointOperation::multiply;
  if (!inputs && is_symmetric) inputs = passing_seen(formula, operands, step, value, settled, false);
  return inputs;
}

std::optional<std::vector<double>> passing_input(const PointFormula& formula, const std::vector<double>& operands,
                                                 std::size_t step, std::size_t input,
                                                 std::optional<std::size_t> settled) {
  const FormulaStep& of = formula.steps[step];
  if (of.a != input && of.b != input) return std::nullopt;
  const bool by_a = of.a == input;
  const bool is_flipped = by_a ? of.negated_a : of.negated_b;
  const double seen = is_flipped ? flipped(operands[input]) : operands[input];
  return passing_seen(formula, operands, step, seen, settled, by_a);
}

}  // namespace stencil
