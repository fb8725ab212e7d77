// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

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

}  // namespace

std::vector<Guess> operator_guesses(const SweepView& view, const std::vector<SweepWeights>& operators) {
  std::vector<Guess> guesses;
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
  return guesses;
}

}  // namespace stencil
