// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

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

// A device with five-point sweeps passes the sum of a Jacobi point through one adder more, which adds -0 to it.
std::vector<Guess> shared_adder_guesses(const SweepView& view, const std::vector<SweepWeights>& operators) {
  const bool is_jacobi = std::holds_alternative<JacobiWeights>(std::get<SweepCommand>(view.field().command()).weights);
  const bool is_shared = std::any_of(operators.begin(), operators.end(), [](const SweepWeights& weights) {
    return std::holds_alternative<FivePointWeights>(weights);
  });
  if (!is_jacobi || !is_shared) return {};
  const PointFormula& formula = view.field().formula();
  ValueExplanation explanation{"adder", "the adder of AC*centre, which adds -0 in Jacobi sweeps, had given +0 for -0"};
  explanation.who = "the adder of AC*centre, which adds -0 in Jacobi sweeps";
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

}  // namespace stencil
