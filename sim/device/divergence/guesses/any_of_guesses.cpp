// Faults that strike another operator, or another bit, from word to word.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>

#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

constexpr int bits = 64;

std::uint64_t bit_mask(int bit) {
  return std::uint64_t{1} << bit;
}

class AnyOf {
 public:
  explicit AnyOf(const SweepView& view) : view_(view), formula_(view.field().formula()) {}

  std::vector<Guess> operator()() {
    for (const std::string unit : {"adder", "multiplier"}) {
      for (int bit = 0; bit < bits; ++bit) {
        of_some(unit, fmt::format("had given bit {} of their result flipped", bit),
                [bit](double right, double, double) { return from_bits(bits_of(right) ^ bit_mask(bit)); });
      }
      of_some(unit, "had given half their result",
              [](double right, double, double) { return exact_product(right, 0.5); });
      of_some(unit, "had given twice their result",
              [](double right, double, double) { return exact_product(right, 2.0); });
      for (const double to : {HUGE_VAL, -HUGE_VAL}) {
        of_some(unit, "had rounded their result to the other side",
                [to](double right, double, double) { return std::nextafter(right, to); });
      }
      one_ulp_of_some(unit);
    }
    for (std::size_t step = 0; step < formula_.steps.size(); ++step) {
      any_bit_of_step(step);
      some_ulp_of_step(step);
      any_carry_of_step(step);
      any_scale_of_step(step);
    }
    for (std::size_t input = 0; input < formula_.inputs.size(); ++input) {
      const FormulaInput::Kind kind = formula_.inputs[input].kind;
      if (kind == FormulaInput::Kind::field || kind == FormulaInput::Kind::right_hand_side) any_bit_of_input(input);
    }
    for (int bit = 0; bit < bits; ++bit) bit_of_some_inputs(bit);
    return std::move(guesses_);
  }

 private:
  using Value = std::function<std::optional<double>(std::int64_t word)>;

  void add(ValueExplanation explanation, const Value& value) {
    guesses_.push_back({std::move(explanation),
                        [view = &view_, value](std::int64_t word) -> std::optional<double> {
                          if (!view->field().sets(word, view->sweep())) return std::nullopt;
                          return value(word);
                        },
                        true, true});
  }

  // Each set of the operators of a kind, but for those of one.
  void of_some(const std::string& unit, const std::string& did, const PointFormula::Change& how) {
    std::vector<std::size_t> steps;
    for (std::size_t step = 0; step < formula_.steps.size(); ++step) {
      if (unit == unit_of(formula_.steps[step].operation)) steps.push_back(step);
    }
    if (steps.size() < 2) return;
    ValueExplanation explanation{unit, fmt::format("{}s, not always the same ones, {}", unit, did)};
    explanation.who = fmt::format("{}s, not always the same ones,", unit);
    add(std::move(explanation), [this_view = &view_, formula = &formula_, steps, how](std::int64_t word) {
      const std::vector<double> operands = this_view->operands(word);
      for (std::size_t set = 1; set < std::size_t{1} << steps.size(); ++set) {
        const double value = formula->value(operands, [&](std::size_t now, double a, double b) {
          const double right = apply(formula->steps[now].operation, a, b);
          for (std::size_t k = 0; k < steps.size(); ++k) {
            if (steps[k] == now && (set >> k & 1) != 0) return canonical_nan(how(right, a, b));
          }
          return right;
        });
        if (bits_of(value) == bits_of(this_view->got(word))) return std::optional(value);
      }
      return std::optional<double>();
    });
  }

  void any_bit_of_step(std::size_t step) {
    add(operator_explanation(formula_, step, "had given one bit of its result flipped, not always the same one"),
        [this_view = &view_, formula = &formula_, step](std::int64_t word) {
          const std::vector<double> operands = this_view->operands(word);
          for (int bit = 0; bit < bits; ++bit) {
            const double value = formula->value(operands, step, [bit](double right, double, double) {
              return from_bits(bits_of(right) ^ bit_mask(bit));
            });
            if (bits_of(value) == bits_of(this_view->got(word))) return std::optional(value);
          }
          return std::optional<double>();
        });
  }

  // One of these results of the step, whichever gives what was got.
  void any_result_of_step(std::size_t step, const std::string& did,
                          const std::function<std::vector<double>(double right)>& results) {
    add(operator_explanation(formula_, step, did), [this_view = &view_, formula = &formula_, step,
                                                    results](std::int64_t word) {
      const std::vector<double> operands = this_view->operands(word);
      std::vector<double> candidates;
      formula->value(operands, step, [&](double right, double, double) {
        candidates = results(right);
        return right;
      });
      for (const double candidate : candidates) {
        const double value = formula->value(operands, step, [candidate](double, double, double) { return candidate; });
        if (bits_of(value) == bits_of(this_view->got(word))) return std::optional(value);
      }
      return std::optional<double>();
    });
  }

  // As where bits behind the last are lost, or added.
  void some_ulp_of_step(std::size_t step) {
    constexpr int most = 4;
    any_result_of_step(step, fmt::format("had given a result up to {} ULP off", most), [](double right) {
      std::vector<double> results;
      for (const double to : {HUGE_VAL, -HUGE_VAL})
        for (int ulp = 1; ulp <= most; ++ulp) results.push_back(std::nextafter(ulp == 1 ? right : results.back(), to));
      return results;
    });
  }

  // As where a sum inside is a bit too narrow; normalised or not, one bit of the result or the next.
  void any_carry_of_step(std::size_t step) {
    for (int bit = 3; bit < 51; ++bit) {
      for (const bool lost : {true, false}) {
        const char* const what = lost ? "lost" : "gained";
        const auto did = fmt::format("had {} a carry into bit {} or {} of its result", what, bit, bit + 1);
        any_result_of_step(step, did, [bit, lost](double right) {
          const std::uint64_t by = lost ? ~bit_mask(bit) + 1 : bit_mask(bit);
          return std::vector<double>{from_bits(bits_of(right) + by), from_bits(bits_of(right) + 2 * by)};
        });
      }
    }
  }

  // As where a result is normalised by other zeros than it has.
  void any_scale_of_step(std::size_t step) {
    constexpr int most = 64;
    any_result_of_step(step, "had given its result times a power of two, not always the same one", [](double right) {
      std::vector<double> results;
      for (int exponent = 1; exponent <= most; ++exponent) {
        results.push_back(std::ldexp(right, exponent));
        results.push_back(std::ldexp(right, -exponent));
      }
      return results;
    });
  }

  // Each operator of a kind one ULP up, one down, or right.
  void one_ulp_of_some(const std::string& unit) {
    constexpr std::size_t most = 4;
    std::vector<std::size_t> steps;
    for (std::size_t step = 0; step < formula_.steps.size(); ++step) {
      if (unit == unit_of(formula_.steps[step].operation)) steps.push_back(step);
    }
    if (steps.size() < 2 || steps.size() > most) return;
    int choices = 1;
    for (std::size_t k = 0; k < steps.size(); ++k) choices *= 3;
    ValueExplanation explanation{unit,
                                 fmt::format("{}s, not always the same ones, had given one ULP more or less", unit)};
    explanation.who = fmt::format("{}s, not always the same ones,", unit);
    add(std::move(explanation), [this_view = &view_, formula = &formula_, steps, choices](std::int64_t word) {
      const std::vector<double> operands = this_view->operands(word);
      for (int choice = 1; choice < choices; ++choice) {
        const double value = formula->value(operands, [&](std::size_t now, double a, double b) {
          const double right = apply(formula->steps[now].operation, a, b);
          int left = choice;
          for (const std::size_t step : steps) {
            const int of_step = left % 3;
            left /= 3;
            if (step == now && of_step != 0) return std::nextafter(right, of_step == 1 ? HUGE_VAL : -HUGE_VAL);
          }
          return right;
        });
        if (bits_of(value) == bits_of(this_view->got(word))) return std::optional(value);
      }
      return std::optional<double>();
    });
  }

  void any_bit_of_input(std::size_t input) {
    const FormulaInput& of = formula_.inputs[input];
    add({operand_component(of),
         fmt::format("one bit of {} had been flipped, not always the same one", of.name),
         {},
         input},
        [this_view = &view_, formula = &formula_, input](std::int64_t word) {
          std::vector<double> operands = this_view->operands(word);
          const std::uint64_t right = bits_of(operands[input]);
          for (int bit = 0; bit < bits; ++bit) {
            operands[input] = from_bits(right ^ bit_mask(bit));
            const double value = formula->value(operands);
            if (bits_of(value) == bits_of(this_view->got(word))) return std::optional(value);
          }
          return std::optional<double>();
        });
  }

  // Of a point that has a wrong bit where some of its neighbours take it; one that is only read shows it itself.
  void bit_of_some_inputs(int bit) {
    std::vector<std::size_t> inputs;
    for (std::size_t input = 0; input < formula_.inputs.size(); ++input) {
      const FormulaInput::Kind kind = formula_.inputs[input].kind;
      if (kind == FormulaInput::Kind::field || kind == FormulaInput::Kind::right_hand_side) inputs.push_back(input);
    }
    const auto value = [view = &view_, formula = &formula_, inputs, bit](std::int64_t word) -> std::optional<double> {
      if (!view->field().sets(word, view->sweep())) return from_bits(bits_of(view->expected(word)) ^ bit_mask(bit));
      const std::vector<double> operands = view->operands(word);
      for (std::size_t set = 1; set < std::size_t{1} << inputs.size(); ++set) {
        std::vector<double> changed = operands;
        for (std::size_t k = 0; k < inputs.size(); ++k) {
          if ((set >> k & 1) != 0) changed[inputs[k]] = from_bits(bits_of(operands[inputs[k]]) ^ bit_mask(bit));
        }
        const double now = formula->value(changed);
        if (bits_of(now) == bits_of(view->got(word))) return now;
      }
      return std::nullopt;
    };
    guesses_.push_back({{"operand", fmt::format("bit {} of operands, not always the same ones, had been flipped", bit)},
                        value,
                        true,
                        true});
  }

  const SweepView& view_;
  const PointFormula& formula_;
  std::vector<Guess> guesses_;
};

}  // namespace

std::vector<Guess> any_of_guesses(const SweepView& view) {
  return AnyOf(view)();
}

}  // namespace stencil
