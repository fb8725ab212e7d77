// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

void add_change(std::vector<Guess>& guesses, const SweepView& view, std::size_t step, const std::string& as_if,
                const PointFormula::Change& how) {
  const PointFormula& formula = view.field().formula();
  guesses.push_back({operator_explanation(formula, step, as_if),
                     [&view, &formula, step, how](std::int64_t word) -> std::optional<double> {
                       if (!view.field().sets(word, view.sweep())) return std::nullopt;
                       return formula.value(view.operands(word), step, how);
                     }});
}

void add_operand_bits(std::vector<Guess>& guesses, const SweepView& view, std::size_t input) {
  const PointFormula& formula = view.field().formula();
  for (int bit = 0; bit < 63; ++bit) {  // another sign looks like an adder that subtracts
    ValueExplanation explanation{operand_component(formula.inputs[input]),
                                 fmt::format("bit {} of {} had been flipped", bit, formula.inputs[input].name),
                                 {},
                                 input};
    guesses.push_back(
        {std::move(explanation), [&view, &formula, input, bit](std::int64_t word) -> std::optional<double> {
           if (!view.field().sets(word, view.sweep())) return std::nullopt;
           std::vector<double> operands = view.operands(word);
           operands[input] = from_bits(bits_of(operands[input]) ^ std::uint64_t{1} << bit);
           return formula.value(operands);
         }});
  }
}

struct OtherWord {
  const char* did;
  std::uint64_t (*of)(std::uint64_t bits);
};
constexpr std::uint64_t low_half = 0xffffffff;
const OtherWord other_words[] = {
    {"the lower half of {} had been 0", [](std::uint64_t bits) { return bits & ~low_half; }},
    {"the upper half of {} had been 0", [](std::uint64_t bits) { return bits & low_half; }},
    {"the halves of {} had been exchanged", [](std::uint64_t bits) { return bits << 32 | bits >> 32; }},
    {"the bytes of {} had been in reverse order", [](std::uint64_t bits) { return __builtin_bswap64(bits); }},
    {"{} had been a number of single precision",
     [](std::uint64_t bits) { return bits_of(static_cast<double>(static_cast<float>(from_bits(bits)))); }},
};

void add_other_words(std::vector<Guess>& guesses, const SweepView& view, std::size_t input) {
  const PointFormula& formula = view.field().formula();
  for (const OtherWord& other : other_words) {
    const std::string as_if = fmt::format(fmt::runtime(other.did), formula.inputs[input].name);
    guesses.push_back({{operand_component(formula.inputs[input]), as_if, {}, input},
                       [&view, &formula, &other, input](std::int64_t word) -> std::optional<double> {
                         if (!view.field().sets(word, view.sweep())) return std::nullopt;
                         std::vector<double> operands = view.operands(word);
                         operands[input] = from_bits(other.of(bits_of(operands[input])));
                         return formula.value(operands);
                       }});
  }
}

// The same bit of all weights, as of a register.
void add_weight_bits(std::vector<Guess>& guesses, const SweepView& view) {
  const PointFormula& formula = view.field().formula();
  for (int bit = 0; bit < 64; ++bit) {
    guesses.push_back({{"weight", fmt::format("bit {} of every weight had been 0", bit)},
                       [&view, &formula, bit](std::int64_t word) -> std::optional<double> {
                         if (!view.field().sets(word, view.sweep())) return std::nullopt;
                         std::vector<double> operands = view.operands(word);
                         int changed = 0;
                         for (std::size_t i = 0; i < operands.size(); ++i) {
                           const std::uint64_t mask = std::uint64_t{1} << bit;
                           if (formula.inputs[i].kind != FormulaInput::Kind::weight) continue;
                           changed += (bits_of(operands[i]) & mask) != 0 ? 1 : 0;
                           operands[i] = from_bits(bits_of(operands[i]) & ~mask);
                         }
                         // Of one weight it is that weight's bit.
                         return changed > 1 ? std::optional(formula.value(operands)) : std::nullopt;
                       }});
  }
}

// A point that no sweep sets goes through the elements as an operand alone.
void add_passing_bits(std::vector<Guess>& guesses, const SweepView& view) {
  for (int bit = 0; bit < 64; ++bit) {
    const auto flipped = [bit](double value) { return from_bits(bits_of(value) ^ std::uint64_t{1} << bit); };
    guesses.push_back({{"operand", fmt::format("bit {} of a point that is only read had been flipped", bit)},
                       [&view, flipped](std::int64_t word) -> std::optional<double> {
                         if (view.field().sets(word, view.sweep())) return std::nullopt;
                         return flipped(view.expected(word));
                       }});
  }
}

}  // namespace

std::string operand_component(const FormulaInput& input) {
  return fmt::format("{} {}", input.kind == FormulaInput::Kind::weight ? "weight" : "operand", input.name);
}

ValueExplanation operator_explanation(const PointFormula& formula, std::size_t step, const std::string& did) {
  const FormulaStep& of = formula.steps[step];
  ValueExplanation explanation{unit_of(of.operation), "", step, {}};
  explanation.who = fmt::format("{} '{}'", unit_of(of.operation), of.text);
  explanation.as_if = explanation.who + " " + did;
  return explanation;
}

std::vector<Guess> one_bit_guesses(const SweepView& view) {
  std::vector<Guess> guesses;
  const std::size_t steps = view.field().formula().steps.size();
  for (std::size_t step = 0; step < steps; ++step) {
    for (int bit = 0; bit < 64; ++bit) {
      add_change(guesses, view, step, fmt::format("had given bit {} of its result flipped", bit),
                 [bit](double right, double, double) { return from_bits(bits_of(right) ^ std::uint64_t{1} << bit); });
    }
    add_change(guesses, view, step, "had given half its result",
               [](double right, double, double) { return exact_product(right, 0.5); });
    add_change(guesses, view, step, "had given twice its result",
               [](double right, double, double) { return exact_product(right, 2.0); });
    for (const double to : {HUGE_VAL, -HUGE_VAL}) {
      add_change(guesses, view, step, "had rounded its result to the other side",
                 [to](double right, double, double) { return std::nextafter(right, to); });
    }
  }
  const std::vector<FormulaInput>& inputs = view.field().formula().inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].kind == FormulaInput::Kind::constant) continue;
    add_operand_bits(guesses, view, i);
    add_other_words(guesses, view, i);
  }
  add_weight_bits(guesses, view);
  add_passing_bits(guesses, view);
  return guesses;
}

std::vector<Guess> two_bit_guesses(const SweepView& view) {
  std::vector<Guess> guesses;
  const std::size_t steps = view.field().formula().steps.size();
  for (std::size_t step = 0; step < steps; ++step) {
    for (int low = 0; low < 64; ++low) {
      for (int high = low + 1; high < 64; ++high) {
        const std::uint64_t mask = std::uint64_t{1} << low | std::uint64_t{1} << high;
        add_change(guesses, view, step, fmt::format("had given bits {} and {} of its result flipped", low, high),
                   [mask](double right, double, double) { return from_bits(bits_of(right) ^ mask); });
      }
    }
  }
  return guesses;
}

}  // namespace stencil
