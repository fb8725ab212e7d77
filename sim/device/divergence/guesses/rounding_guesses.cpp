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

class Roundings {
 public:
  explicit Roundings(const SweepView& view) : view_(view), formula_(view.field().formula()) {}

  std::vector<Guess> operator()() {
    for (std::size_t step = 0; step < formula_.steps.size(); ++step) {
      for (const OtherRounding& other : roundings_of(formula_.steps[step].operation == Operation::multiply)) {
        add(operator_explanation(formula_, step, other.did),
            [step, other, formula = &formula_](std::size_t now, double a, double b) {
              return apply(formula->steps[now].operation, a, b, now == step ? other.rounding : Rounding::nearest_even);
            });
      }
    }
    every_unit();
    return std::move(guesses_);
  }

 private:
  void add(ValueExplanation explanation, const PointFormula::Each& each) {
    guesses_.push_back({std::move(explanation), [view = &view_, each](std::int64_t word) -> std::optional<double> {
                          if (!view->field().sets(word, view->sweep())) return std::nullopt;
                          return view->field().formula().value(view->operands(word), each);
                        }});
  }

  void every(const std::string& unit, const OtherRounding& other) {
    ValueExplanation explanation{unit.find(' ') == std::string::npos ? unit : "rounding",
                                 fmt::format("every {} {}", unit, other.did)};
    explanation.who = "every " + unit;
    add(std::move(explanation), [formula = &formula_, unit, other](std::size_t now, double a, double b) {
      const Operation operation = formula->steps[now].operation;
      return apply(operation, a, b,
                   unit.find(unit_of(operation)) != std::string::npos ? other.rounding : Rounding::nearest_even);
    });
  }

  void every_unit() {
    const auto count = [&](const std::string& unit) {
      return std::count_if(formula_.steps.begin(), formula_.steps.end(),
                           [&](const FormulaStep& step) { return unit == unit_of(step.operation); });
    };
    for (const char* unit : {"adder", "multiplier"}) {
      if (count(unit) < 2) continue;
      for (const OtherRounding& other : roundings_of(unit == std::string("multiplier"))) every(unit, other);
    }
    // Rarer ones, and both kinds, which may share the part that rounds, where none of the usual ones explains all.
    const auto rare = [&](const std::string& unit, const OtherRounding& other) {
      every(unit, other);
      guesses_.back().only_if_better = guesses_.back().is_certain = true;
    };
    for (const OtherRounding& other : other_ties) {
      for (const char* unit : {"adder", "multiplier"}) {
        if (count(unit) > 0) rare(unit, other);
      }
      rare("adder and multiplier", other);
    }
    for (const OtherRounding& other : other_roundings) rare("adder and multiplier", other);
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
