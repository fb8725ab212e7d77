// Operators that are wrong for a class of numbers: subnormals, differences of equal numbers, overflow.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
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

bool is_zero_times_infinity(Operation operation, double a, double b) {
  return operation == Operation::multiply && ((a == 0.0 && std::isinf(b)) || (std::isinf(a) && b == 0.0));
}
double infinity_of_product(double a, double b) {
  const double infinity = std::numeric_limits<double>::infinity();
  return std::signbit(a) == std::signbit(b) ? infinity : -infinity;
}
double nan_as_infinity(double value) {
  return std::isnan(value) ? std::copysign(std::numeric_limits<double>::infinity(), value) : value;
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
    {"had given +0 where its result is -0, or an adder behind it that the formula leaves idle had added +0, not -0",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return value == 0.0 ? 0.0 : value;
     }},
    {"had given the largest number where its result is infinite",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return std::isinf(value) ? std::copysign(std::numeric_limits<double>::max(), value) : value;
     }},
    {"had given an infinity where its operands are 0 and an infinity",
     [](Operation operation, double a, double b) {
       return is_zero_times_infinity(operation, a, b) ? infinity_of_product(a, b) : right(operation, a, b);
     }},
    {"had given 0 where its operands are 0 and an infinity",
     [](Operation operation, double a, double b) {
       return is_zero_times_infinity(operation, a, b) ? zero_like(infinity_of_product(a, b)) : right(operation, a, b);
     }},
    {"had given its first operand where it adds infinities of both signs",
     [](Operation operation, double a, double b) {
       return std::isinf(a) && std::isinf(b) && std::isnan(right(operation, a, b)) ? a : right(operation, a, b);
     }},
    {"had given its second operand where it adds infinities of both signs",
     [](Operation operation, double a, double b) {
       const double added = operation == Operation::subtract ? -b : b;
       return std::isinf(a) && std::isinf(b) && std::isnan(right(operation, a, b)) ? added : right(operation, a, b);
     }},
    {"had taken NaNs as infinities",
     [](Operation operation, double a, double b) { return right(operation, nan_as_infinity(a), nan_as_infinity(b)); }},
    {"had given a NaN where its result is infinite",
     [](Operation operation, double a, double b) {
       const double value = right(operation, a, b);
       return std::isinf(value) ? from_bits(canonical_nan_bits) : value;
     }},
};

// Where an operator may be wrong, whatever it gives there.
struct OddPlace {
  const char* text;
  bool (*is_it)(double a, double b, double result);
};
const OddPlace odd_places[] = {
    {"an operand of it is subnormal", [](double a, double b, double) { return is_subnormal(a) || is_subnormal(b); }},
    {"its result is infinite", [](double, double, double result) { return std::isinf(result); }},
    {"its result is subnormal", [](double, double, double result) { return is_subnormal(result); }},
    {"its result is 0", [](double, double, double result) { return result == 0.0; }},
    {"its result is a NaN", [](double, double, double result) { return std::isnan(result); }},
};

class OddPlaces {
 public:
  OddPlaces(std::vector<Guess>& guesses, const SweepView& view)
      : guesses_(guesses), view_(view), formula_(view.field().formula()) {}

  // The last operator gives the value itself. Of all of a kind a place is named where few values are right: at most a
  // quarter as many as are wrong.
  void operator()() {
    const std::size_t last = formula_.steps.size() - 1;
    for (const OddPlace& place : odd_places) {
      const std::string did = fmt::format("had given another value where {}", place.text);
      add(operator_explanation(formula_, last, did), place, {last}, true);
      for (const std::string unit : {"adder", "multiplier"}) {
        std::vector<std::size_t> steps;
        for (std::size_t step = 0; step <= last; ++step) {
          if (unit == unit_of(formula_.steps[step].operation)) steps.push_back(step);
        }
        const std::string who = fmt::format("some {}, where {},", unit, place.text);
        ValueExplanation explanation{unit, who + " had given another value"};
        explanation.who = who;
        if (steps.size() > 1) add(std::move(explanation), place, steps, false);
      }
    }
  }

 private:
  void add(ValueExplanation explanation, const OddPlace& place, const std::vector<std::size_t>& steps, bool is_last) {
    const auto is_there = [view = &view_, formula = &formula_, &place, steps](std::int64_t word) {
      bool found = false;
      formula->value(view->operands(word), [&](std::size_t now, double a, double b) {
        const double result = right(formula->steps[now].operation, a, b);
        const bool is_asked = std::find(steps.begin(), steps.end(), now) != steps.end();
        found = found || (is_asked && place.is_it(a, b, result));
        return result;
      });
      return found;
    };
    // Fields that are explained together have the same guesses.
    const bool is_named = is_last || is_mostly_wrong(is_there);
    guesses_.push_back(
        {std::move(explanation),
         [view = &view_, formula = &formula_, is_there, is_named](std::int64_t word) -> std::optional<double> {
           if (!is_named || !view->field().sets(word, view->sweep())) return std::nullopt;
           return is_there(word) ? view->got(word) : formula->value(view->operands(word));
         },
         true, true});
  }

  bool is_mostly_wrong(const std::function<bool(std::int64_t word)>& is_there) const {
    std::int64_t wrong = 0, as_expected = 0;
    for (std::int64_t word = 0; word < static_cast<std::int64_t>(view_.all_got().size()); ++word) {
      if (!view_.field().sets(word, view_.sweep()) || !is_there(word)) continue;
      ++(bits_of(view_.got(word)) == bits_of(view_.expected(word)) ? as_expected : wrong);
    }
    return wrong > 0 && 4 * as_expected <= wrong;
  }

  std::vector<Guess>& guesses_;
  const SweepView& view_;
  const PointFormula& formula_;
};

}  // namespace

std::vector<Guess> class_guesses(const SweepView& view) {
  const PointFormula& formula = view.field().formula();
  std::vector<Guess> guesses;
  OddPlaces(guesses, view)();
  const auto add = [&](ValueExplanation explanation, const NumberClass& wrong,
                       const std::function<bool(std::size_t)>& is_wrong) {
    guesses.push_back(
        formula_guess(view, std::move(explanation), [&formula, &wrong, is_wrong](std::size_t now, double a, double b) {
          const Operation operation = formula.steps[now].operation;
          return is_wrong(now) ? wrong.result(operation, a, b) : right(operation, a, b);
        }));
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
