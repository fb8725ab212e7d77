// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

using Operation = PointOperation;

struct OtherRounding {
  Rounding rounding;
  const char* did;
};
constexpr const char* lost_sticky = "had rounded without the lower bits of its sticky bit";
constexpr OtherRounding other_roundings[] = {
    {Rounding::nearest_away, "had rounded ties away from zero"},
    {Rounding::nearest_odd, "had rounded ties to odd"},
    {Rounding::nearest_zero, "had rounded ties toward zero"},
    {Rounding::nearest_by_next, "had rounded ties by the bit above the last one"},
    {Rounding::toward_zero, "had rounded toward zero (truncated)"},
    {Rounding::away_from_zero, "had rounded away from zero (up)"},
    {Rounding::no_sticky, "had rounded without its sticky bit"},
    {Rounding::short_sticky, lost_sticky}};
constexpr OtherRounding other_ties[] = {{Rounding::nearest_odd, "had rounded ties to odd"},
                                        {Rounding::nearest_zero, "had rounded ties toward zero"},
                                        {Rounding::nearest_by_next, "had rounded ties by the bit above the last one"}};
constexpr OtherRounding other_product_roundings[] = {
    {Rounding::no_sticky_from_two, "had rounded without its sticky bit where significands multiply to 2 or more"},
    {Rounding::short_sticky_from_two,
     "had rounded without the lower bits of its sticky bit where significands multiply to 2 or more"}};

std::vector<OtherRounding> roundings_of(bool multiplies) {
  std::vector<OtherRounding> all(std::begin(other_roundings), std::end(other_roundings));
  if (multiplies) all.insert(all.end(), std::begin(other_product_roundings), std::end(other_product_roundings));
  return all;
}

// Operators of one kind, or adders and multipliers, which the same part may round for.
struct Units {
  const char* name;
  const char* component;
  bool add, multiply;

  bool has(Operation operation) const {
    if (operation == Operation::divide) return false;
    return operation == Operation::multiply ? multiply : add;
  }
};
constexpr Units adders{"adder", "adder", true, false};
constexpr Units multipliers{"multiplier", "multiplier", false, true};
constexpr Units both{"adder and multiplier", "rounding", true, true};

class Roundings {
 public:
  explicit Roundings(const SweepView& view) : view_(view), formula_(view.field().formula()) {}

  std::vector<Guess> operator()() {
    for (std::size_t step = 0; step < formula_.steps.size(); ++step) {
      for (const OtherRounding& other : roundings_of(formula_.steps[step].operation == Operation::multiply)) {
        guesses_.push_back(formula_guess(view_, operator_explanation(formula_, step, other.did),
                                         [step, other, formula = &formula_](std::size_t now, double a, double b) {
                                           return apply(formula->steps[now].operation, a, b,
                                                        now == step ? other.rounding : Rounding::nearest_even);
                                         }));
      }
    }
    for (const Units& units : {adders, multipliers}) {
      if (count(units) < 2) continue;
      for (const OtherRounding& other : roundings_of(units.multiply)) every(units, other);
    }
    for (const OtherRounding& other : other_ties) {
      for (const Units& units : {adders, multipliers}) rare(units, other);
    }
    for (const OtherRounding& other : other_roundings) rare(both, other);
    return std::move(guesses_);
  }

 private:
  std::ptrdiff_t count(const Units& units) const {
    return std::count_if(formula_.steps.begin(), formula_.steps.end(),
                         [&](const FormulaStep& step) { return units.has(step.operation); });
  }

  void every(const Units& units, const OtherRounding& other) {
    ValueExplanation explanation{units.component, fmt::format("every {} {}", units.name, other.did)};
    explanation.who = fmt::format("every {}", units.name);
    guesses_.push_back(formula_guess(
        view_, std::move(explanation), [formula = &formula_, units, other](std::size_t now, double a, double b) {
          const Operation operation = formula->steps[now].operation;
          return apply(operation, a, b, units.has(operation) ? other.rounding : Rounding::nearest_even);
        }));
  }

  // Where none of the usual ones explains all.
  void rare(const Units& units, const OtherRounding& other) {
    if (count(units) == 0) return;
    every(units, other);
    guesses_.back().only_if_better = guesses_.back().is_certain = true;
  }

  const SweepView& view_;
  const PointFormula& formula_;
  std::vector<Guess> guesses_;
};

}  // namespace

std::vector<Guess> rounding_guesses(const SweepView& view) {
  return Roundings(view)();
}

}  // namespace stencil
