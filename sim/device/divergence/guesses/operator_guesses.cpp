// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

// The value of an input at a point of the view; a weight that the job does not have is 0.
double input_value(const SweepView& view, const FormulaInput& input, std::int64_t word) {
  const SweptField& field = view.field();
  switch (input.kind) {
    case FormulaInput::Kind::field:
      return field.after(view.sweep())[static_cast<std::size_t>(word + input.rows * field.cols() + input.cols)];
    case FormulaInput::Kind::right_hand_side:
      return field.r()[static_cast<std::size_t>(word)];
    case FormulaInput::Kind::constant:
      return input.constant;
    case FormulaInput::Kind::weight:
      break;
  }
  double value = 0.0;
  for_each_weight(std::get<SweepCommand>(field.command()).weights, [&](Weight weight, double own) {
    if (weight == input.weight) value = own;
  });
  return value;
}

std::int64_t additions_of(const SweepWeights& weights) {
  return contract::sweep_operator_rows[weights.index()].adds;
}

// The addend of an operator's last addition, its number named as its register is: "AC*centre".
std::string last_summand(const PointFormula& formula) {
  const auto last = std::find_if(formula.steps.rbegin(), formula.steps.rend(),
                                 [](const FormulaStep& step) { return step.operation == PointOperation::add; });
  const FormulaStep& product = formula.steps[last->b - formula.inputs.size()];
  const FormulaInput& weight = formula.inputs[product.a];
  return fmt::format("{}*{}", contract::register_name(contract::register_of(weight.weight)),
                     formula.inputs[product.b].name);
}

// A device that has an operator of more additions as well passes the sum through that one's last adder, which adds -0.
std::vector<Guess> shared_adder_guesses(const SweepView& view, const std::vector<SweepWeights>& operators) {
  const SweepWeights& own = std::get<SweepCommand>(view.field().command()).weights;
  const auto longer = std::find_if(operators.begin(), operators.end(), [&](const SweepWeights& other) {
    return additions_of(own) > 0 && additions_of(other) > additions_of(own);
  });
  if (longer == operators.end()) return {};
  const PointFormula& formula = view.field().formula();
  const std::string adder =
      fmt::format("the adder of {}, which adds -0 in {} sweeps", last_summand(formula_of(*longer)), operator_name(own));
  ValueExplanation explanation{"adder", adder + ", had given +0 for -0"};
  explanation.who = adder;
  return {{std::move(explanation), [&view, &formula](std::int64_t word) -> std::optional<double> {
             if (!view.field().sets(word, view.sweep())) return std::nullopt;
             return formula.value(view.operands(word), [&](std::size_t now, double a, double b) {
               const PointOperation operation = formula.steps[now].operation;
               // r is subtracted from the sum.
               return apply(operation, operation == PointOperation::subtract ? a + 0.0 : a, b);
             });
           }}};
}

bool needs(const PointFormula& formula, std::size_t step, std::size_t other) {
  if (step == other) return true;
  const std::size_t inputs = formula.inputs.size();
  for (const std::size_t operand : {formula.steps[step].a, formula.steps[step].b}) {
    if (operand >= inputs && needs(formula, operand - inputs, other)) return true;
  }
  return false;
}

// An operand of an operator had been the result of another one: as where a wire is taken for its neighbour.
std::vector<Guess> other_wire_guesses(const SweepView& view) {
  constexpr std::size_t most_steps = 32;
  const PointFormula& formula = view.field().formula();
  const std::size_t inputs = formula.inputs.size();
  std::vector<Guess> guesses;
  if (formula.steps.size() > most_steps) return guesses;
  for (std::size_t step = 0; step < formula.steps.size(); ++step) {
    const FormulaStep& of = formula.steps[step];
    for (const bool is_second : {false, true}) {
      const std::size_t own = is_second ? of.b : of.a;
      for (std::size_t other = 0; other < formula.steps.size(); ++other) {
        if (inputs + other == own || needs(formula, other, step)) continue;
        const std::string right = own < inputs ? formula.inputs[own].name : formula.steps[own - inputs].text;
        guesses.push_back(
            {operator_explanation(formula, step,
                                  fmt::format("had taken '{}' in place of '{}'", formula.steps[other].text, right)),
             [&view, &formula, step, is_second, other](std::int64_t word) -> std::optional<double> {
               if (!view.field().sets(word, view.sweep())) return std::nullopt;
               const std::vector<double> operands = view.operands(word);
               const double wire = formula.results(operands)[other];
               return formula.value(operands, step, [&](double, double a, double b) {
                 return apply(formula.steps[step].operation, is_second ? a : wire, is_second ? wire : b);
               });
             },
             true, true});
      }
    }
  }
  return guesses;
}

}  // namespace

std::vector<Guess> operator_guesses(const SweepView& view, const std::vector<SweepWeights>& operators) {
  std::vector<Guess> guesses = other_wire_guesses(view);
  if (view.field().is_tile()) return guesses;
  for (const SweepWeights& other : operators) {
    const PointFormula& formula = formula_of(other);
    guesses.push_back({{"selection of the operator",
                        fmt::format("{} had been selected (TILE), with 0 for weights that the job does not set",
                                    operator_name(other))},
                       [&view, &formula](std::int64_t word) -> std::optional<double> {
                         if (!view.field().sets(word, view.sweep())) return std::nullopt;
                         std::vector<double> values;
                         for (const FormulaInput& input : formula.inputs)
                           values.push_back(input_value(view, input, word));
                         return formula.value(values);
                       }});
  }
  for (Guess& guess : shared_adder_guesses(view, operators)) guesses.push_back(std::move(guess));
  return guesses;
}

std::optional<ValueExplanation> explain_significands(const SweepView& view) {
  constexpr std::size_t enough = 8;
  const PointFormula& formula = view.field().formula();
  const std::size_t inputs = formula.inputs.size();
  const auto significand = [](double value) {
    int exponent = 0;
    return 2.0 * std::abs(std::frexp(value, &exponent));
  };
  std::vector<std::vector<double>> right(formula.steps.size()), wrong(formula.steps.size());
  for (std::int64_t word = 0; word < static_cast<std::int64_t>(view.all_got().size()); ++word) {
    if (!view.field().sets(word, view.sweep())) continue;
    const std::vector<double> results = formula.results(view.operands(word));
    const bool follows = bits_of(results.back()) == bits_of(view.got(word));
    for (std::size_t step = 0; step < results.size(); ++step) {
      if (std::isfinite(results[step])) (follows ? right : wrong)[step].push_back(significand(results[step]));
    }
  }
  // The last step first: of what it works on, and of its result, no other shows more.
  for (std::size_t step = formula.steps.size(); step-- > 0;) {
    if (wrong[step].size() < enough || right[step].size() < enough) continue;
    const auto [least, most] = std::minmax_element(wrong[step].begin(), wrong[step].end());
    const bool apart = std::none_of(right[step].begin(), right[step].end(),
                                    [&, from = *least, to = *most](double each) { return each >= from && each <= to; });
    if (!apart) continue;
    std::string who = fmt::format("'{}'", formula.steps[step].text), units = unit_of(formula.steps[step].operation);
    for (std::size_t next = step + 1; next < formula.steps.size(); ++next) {
      if (formula.steps[next].a != inputs + step && formula.steps[next].b != inputs + step) continue;
      who = fmt::format("'{}' or {}", formula.steps[next].text, who);
      units = fmt::format("{} or {}", unit_of(formula.steps[next].operation), units);
    }
    ValueExplanation found{units, fmt::format("{} had given another value where the significand of the result of '{}' "
                                              "lies from {:.4g} to {:.4g}",
                                              who, formula.steps[step].text, *least, *most)};
    found.fits = found.of = static_cast<std::int64_t>(wrong[step].size());
    found.by_themselves = true;
    return found;
  }
  return std::nullopt;
}

}  // namespace stencil
