// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

using Operation = PointOperation;

class Arithmetic {
 public:
  explicit Arithmetic(const SweepView& view) : view_(view), formula_(view.field().formula()) {}

  std::vector<Guess> operator()() {
    for (std::size_t step = 0; step < formula_.steps.size(); ++step) other_formula(step);
    exchanged_results();
    return std::move(guesses_);
  }

 private:
  // The result of `step` by another formula, from the operands p and q of the step `inner` before it and the other
  // operand of its own, which is the first where inner_is_b.
  using Other = std::function<double(double p, double q, double other)>;
  void replace(std::size_t step, bool inner_is_b, const std::string& did, const Other& how) {
    const std::size_t inner = (inner_is_b ? formula_.steps[step].b : formula_.steps[step].a) - formula_.inputs.size();
    const PointFormula* const formula = &formula_;
    guesses_.push_back(
        {operator_explanation(formula_, step, did),
         [view = &view_, formula, step, inner, inner_is_b, how](std::int64_t word) -> std::optional<double> {
           if (!view->field().sets(word, view->sweep())) return std::nullopt;
           double p = 0.0, q = 0.0;
           return formula->value(view->operands(word), [&](std::size_t now, double a, double b) {
             if (now == inner) p = a, q = b;
             if (now == step) return canonical_nan(how(p, q, inner_is_b ? a : b));
             return apply(formula->steps[now].operation, a, b);
           });
         }});
  }

  void other_formula(std::size_t step) {
    const FormulaStep& of = formula_.steps[step];
    const bool subtracts = of.operation == Operation::subtract;
    if (of.operation == Operation::divide) {
      const double divisor = formula_.inputs[of.b].constant;
      guesses_.push_back(formula_guess(
          view_, operator_explanation(formula_, step, fmt::format("had been a multiplication by 1/{}", divisor)),
          [step, formula = &formula_](std::size_t now, double a, double b) {
            const Operation operation = formula->steps[now].operation;
            return now == step ? exact_product(a, exact_quotient(1.0, b)) : apply(operation, a, b);
          }));
      return;
    }
    for (const bool b : {false, true}) {
      const std::size_t operand = b ? of.b : of.a;
      if (operand < formula_.inputs.size()) continue;
      const FormulaStep& inner = formula_.steps[operand - formula_.inputs.size()];
      if (of.operation == Operation::multiply) {
        if (inner.operation == Operation::add)
          replace(step, b, "had weighed both parts of its sum", [](double p, double q, double other) {
            return exact_sum(exact_product(p, other), exact_product(q, other));
          });
      } else if (inner.operation == Operation::multiply) {
        // Of a - p*q the product is negative, of p*q - b the other operand.
        const double product_sign = subtracts && b ? -1.0 : 1.0;
        const double other_sign = subtracts && !b ? -1.0 : 1.0;
        replace(step, b, fmt::format("had been fused with multiplier '{}', which had not rounded", inner.text),
                [=](double p, double q, double other) { return std::fma(product_sign * p, q, other_sign * other); });
      } else if (inner.operation == Operation::add && !(subtracts && b)) {
        const double other_sign = subtracts ? -1.0 : 1.0;
        replace(step, b, "had added its operands in another order",
                [=](double p, double q, double other) { return exact_sum(p, exact_sum(q, other_sign * other)); });
        replace(step, b, "had added its operands in another order",
                [=](double p, double q, double other) { return exact_sum(q, exact_sum(p, other_sign * other)); });
      }
    }
  }

  // Of two operators of a kind neither of which needs the other, as two products that reach each other's adder.
  void exchanged_results() {
    constexpr std::size_t most_steps = 16;
    if (formula_.steps.size() > most_steps) return;
    for (std::size_t second = 1; second < formula_.steps.size(); ++second) {
      for (std::size_t first = 0; first < second; ++first) {
        const FormulaStep &a = formula_.steps[first], &b = formula_.steps[second];
        if (a.operation != b.operation || needs(second, first)) continue;
        ValueExplanation explanation{unit_of(a.operation), ""};
        explanation.who = fmt::format("the results of '{}' and '{}'", a.text, b.text);
        explanation.as_if = explanation.who + " had been exchanged";
        guesses_.push_back(
            {std::move(explanation),
             [view = &view_, formula = &formula_, first, second](std::int64_t word) -> std::optional<double> {
               if (!view->field().sets(word, view->sweep())) return std::nullopt;
               const std::vector<double> operands = view->operands(word);
               const std::vector<double> own = formula->results(operands);
               return formula->value(operands, [&](std::size_t now, double p, double q) {
                 if (now == first) return own[second];
                 return now == second ? own[first] : apply(formula->steps[now].operation, p, q);
               });
             }});
      }
    }
  }

  bool needs(std::size_t step, std::size_t other) const {
    const std::size_t inputs = formula_.inputs.size();
    for (const std::size_t operand : {formula_.steps[step].a, formula_.steps[step].b}) {
      if (operand >= inputs && (operand - inputs == other || needs(operand - inputs, other))) return true;
    }
    return false;
  }

  const SweepView& view_;
  const PointFormula& formula_;
  std::vector<Guess> guesses_;
};

}  // namespace

std::vector<Guess> arithmetic_guesses(const SweepView& view) {
  return Arithmetic(view)();
}

std::optional<ValueExplanation> explain_zero_signs(const SweepView& view) {
  const PointFormula& formula = view.field().formula();
  const std::vector<std::int64_t> wrong = view.wrong_by_themselves();
  std::vector<std::string> units;
  std::size_t steps = 0;
  for (std::size_t step = 0; step < formula.steps.size(); ++step) {
    const bool fits = std::all_of(wrong.begin(), wrong.end(), [&](std::int64_t word) {
      if (view.got(word) != 0.0 || view.expected(word) != 0.0 || !view.field().sets(word, view.sweep())) return false;
      const double value = formula.value(view.operands(word), [&](std::size_t now, double a, double b) {
        const double result = apply(formula.steps[now].operation, a, b);
        return now == step && result == 0.0 ? -result : result;
      });
      return bits_of(value) == bits_of(view.got(word));
    });
    if (!fits) continue;
    ++steps;
    const std::string unit = unit_of(formula.steps[step].operation);
    if (std::find(units.begin(), units.end(), unit) == units.end()) units.push_back(unit);
  }
  if (wrong.empty() || units.empty()) return std::nullopt;
  const std::string component = units.size() == 1 ? units.front() : "operator";
  for (std::string& unit : units) unit.insert(0, unit == "adder" ? "an " : "a ");
  // Operators of sweeps share adders. One that the formula leaves idle must add -0, which changes no bit; +0 turns -0
  // into +0. Tiles share none.
  const bool shares_adders = !view.field().is_tile() && std::all_of(wrong.begin(), wrong.end(), [&](std::int64_t word) {
    return bits_of(view.got(word)) == 0;
  });
  ValueExplanation found{
      component, fmt::format("{} had given a 0 of the other sign where its result is 0{}", fmt::join(units, " or "),
                             shares_adders ? ", or an adder that the formula leaves idle had added +0, not -0" : "")};
  found.fits = found.of = static_cast<std::int64_t>(wrong.size());
  found.suspects = steps;
  return found;
}

std::optional<ValueExplanation> explain_small_errors(const SweepView& view) {
  // Of a sweep roundings alone: another r may be off by a small part.
  const bool is_tile = view.field().is_tile();
  const std::size_t enough = is_tile ? 16 : 1;
  const double small = is_tile ? 0x1p-6 : 0x1p-51;
  const PointFormula& formula = view.field().formula();
  const std::vector<std::int64_t> wrong = view.wrong_by_themselves();
  if (wrong.size() < enough) return std::nullopt;
  double largest = 0.0;
  for (const std::int64_t word : wrong) {
    if (!view.field().sets(word, view.sweep())) return std::nullopt;
    const std::vector<double> results = formula.results(view.operands(word));
    double size = 0.0;
    for (const double result : results) size = std::max(size, std::abs(result));
    // As a part of the largest result of the point, seen from its last operator.
    const double part = std::abs(view.got(word) - formula.value(view.operands(word))) / size;
    if (!(part <= small)) return std::nullopt;
    largest = std::max(largest, part);
  }
  ValueExplanation found{
      "operator",
      fmt::format("an operator of the point, or several, had {}, at most {:.1e} of the largest value in the "
                  "point, where another operand would be off by more",
                  is_tile ? "given values that are off by a small part" : "rounded otherwise", largest)};
  found.fits = found.of = static_cast<std::int64_t>(wrong.size());
  found.suspects = formula.steps.size();
  return found;
}

}  // namespace stencil
