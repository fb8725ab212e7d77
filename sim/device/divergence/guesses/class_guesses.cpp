// Operators that are wrong for a class of numbers: subnormals, differences of equal numbers, overflow.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>

#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

using Operation = PointOperation;

bool is_subnormal(double value) {
  return std::fpclassify(value) == FP_SUBNORMAL;
}
double zero_like(double value) {
  return std::copysign(0.0, value);
}
double without_subnormal(double value) {
  return is_subnormal(value) ? zero_like(value) : value;
}

struct NumberClass {
  const char* did;
  double (*result)(Operation operation, double a, double b);
};

double right(Operation operation, double a, double b) {
  return apply(operation, a, b);
}

// A product is rounded once doubled.
double doubled(Operation operation, double a, double b) {
  return operation == Operation::multiply ? right(operation, 2.0 * a, b) : 2.0 * right(operation, a, b);
}

const NumberClass classes[] = {
    {"had given 0 where its result is subnormal",
     [](Operation operation, double a, double b) { return without_subnormal(right(operation, a, b)); }},
    {"had given +0 where its result is subnormal",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return is_subnormal(value) ? 0.0 : value;
     }},
    {"had taken subnormal operands as 0",
     [](Operation operation, double a, double b) {
       return right(operation, without_subnormal(a), without_subnormal(b));
     }},
    {"had given the smallest normal number where its result is subnormal",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return is_subnormal(value) ? std::copysign(std::numeric_limits<double>::min(), value) : value;
     }},
    {"had given twice its result where that is subnormal",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return is_subnormal(value) ? doubled(operation, a, b) : value;
     }},
    {"had given a subnormal result shifted by one bit to the left",
     [](Operation operation, double a, double b) {
       constexpr std::uint64_t exponent = std::uint64_t{2047} << 52;
       const double value = right(operation, a, b);
       return is_subnormal(value) ? from_bits(bits_of(doubled(operation, a, b)) & ~exponent) : value;
     }},
    {"had given half its result where that is subnormal",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return is_subnormal(value) ? exact_product(value, 0.5) : value;
     }},
    {"had given a 0 of the other sign where its result is 0",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return value == 0.0 ? -value : value;
     }},
    {"had given a 0 of the other sign where its operands, which are not 0, cancel",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return value == 0.0 && a != 0.0 && b != 0.0 ? -value : value;
     }},
    {"had given +0 where its result is -0",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return value == 0.0 ? 0.0 : value;
     }},
    {"had given the largest number where its result is infinite",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return std::isinf(value) ? std::copysign(std::numeric_limits<double>::max(), value) : value;
     }},
};

struct ResultClass {
  const char* text;
  bool (*has)(double result);
};
const ResultClass result_classes[] = {
    {"infinite", [](double result) { return std::isinf(result); }},
    {"subnormal", is_subnormal},
    {"0", [](double result) { return result == 0.0; }},
    {"a NaN", [](double result) { return std::isnan(result); }},
};

// The last operator gives the value itself: it is seen where it is wrong, whatever it gives there.
void add_last_operator(std::vector<Guess>& guesses, const SweepView& view) {
  const PointFormula& formula = view.field().formula();
  const std::size_t last = formula.steps.size() - 1;
  for (const ResultClass& of : result_classes) {
    const std::string did = fmt::format("had given another value where its result is {}", of.text);
    guesses.push_back({operator_explanation(formula, last, did),
                       [&view, &of](std::int64_t word) -> std::optional<double> {
                         if (!view.field().sets(word, view.sweep())) return std::nullopt;
                         const double exact = view.field().formula().value(view.operands(word));
                         return of.has(exact) ? view.got(word) : exact;
                       },
                       true, true});
  }
}

}  // namespace

std::vector<Guess> class_guesses(const SweepView& view) {
  const PointFormula& formula = view.field().formula();
  std::vector<Guess> guesses;
  add_last_operator(guesses, view);
  const auto add = [&](ValueExplanation explanation, const NumberClass& wrong,
                       const std::function<bool(std::size_t)>& is_wrong) {
    guesses.push_back({std::move(explanation), [&view, &formula, &wrong, is_wrong](std::int64_t word) {
                         if (!view.field().sets(word, view.sweep())) return std::optional<double>();
                         return std::optional(
                             formula.value(view.operands(word), [&](std::size_t now, double a, double b) {
                               const Operation operation = formula.steps[now].operation;
                               return is_wrong(now) ? wrong.result(operation, a, b) : right(operation, a, b);
                             }));
                       }});
  };
  for (const NumberClass& wrong : classes) {
    for (std::size_t step = 0; step < formula.steps.size(); ++step) {
      add(operator_explanation(formula, step, wrong.did), wrong, [step](std::size_t now) { return now == step; });
    }
    for (const std::string unit : {"adder", "multiplier"}) {
      ValueExplanation explanation{unit, fmt::format("every {} {}", unit, wrong.did)};
      explanation.who = "every " + unit;
      add(std::move(explanation), wrong,
          [&formula, unit](std::size_t now) { return unit == unit_of(formula.steps[now].operation); });
    }
  }
  return guesses;
}

}  // namespace stencil
