// Points that were computed, kept or handed on at another place than theirs.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

using Words = std::vector<double>;

std::optional<double> word_of(const Words& words, std::int64_t at) {
  if (at < 0 || at >= static_cast<std::int64_t>(words.size())) return std::nullopt;
  return words[static_cast<std::size_t>(at)];
}

// The whole stencil, and the border, of another point.
void add_neighbours(std::vector<Guess>& guesses, const SweepView& view) {
  const SweptField& field = view.field();
  const auto size = static_cast<std::int64_t>(field.after(0).size());
  for (const std::int64_t shift : {-field.cols(), field.cols(), std::int64_t{-1}, std::int64_t{1}}) {
    const auto inside = [size, shift](std::int64_t word) { return word + shift >= 0 && word + shift < size; };
    const std::string place = place_text(shift, field.cols()).substr(10);  // behind "the value "
    guesses.push_back({{"stencil", "every operand, r too, had been that of the point " + place},
                       [&view, shift, inside](std::int64_t word) -> std::optional<double> {
                         if (!view.field().sets(word, view.sweep()) || !inside(word)) return std::nullopt;
                         return view.field().formula().value(view.operands(word + shift));
                       }});
    guesses.push_back({{"border", "points that no sweep sets had been what was at the point " + place},
                       [&view, shift, inside](std::int64_t word) -> std::optional<double> {
                         if (view.field().sets(word, view.sweep()) || !inside(word)) return std::nullopt;
                         return view.field().after(view.sweep())[static_cast<std::size_t>(word + shift)];
                       }});
    guesses.push_back({{"border", "the border had been that of the point " + place},
                       [&view, shift, inside](std::int64_t word) -> std::optional<double> {
                         if (!inside(word)) return std::nullopt;
                         const bool sets = view.field().sets(word + shift, view.sweep());
                         return sets ? view.field().formula().value(view.operands(word))
                                     : view.field().after(view.sweep())[static_cast<std::size_t>(word)];
                       }});
  }
}

// A point of which a line buffer keeps another value, which each of its neighbours then takes: whatever of a point's
// operands are such.
void add_line_buffers(std::vector<Guess>& guesses, const SweepView& view) {
  const SweptField& field = view.field();
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < field.formula().inputs.size(); ++i) {
    if (field.formula().inputs[i].kind == FormulaInput::Kind::field) inputs.push_back(i);
  }
  const auto add = [&](const std::string& as_if, const std::function<std::optional<double>(std::int64_t)>& other) {
    guesses.push_back({{"line buffer", "points had been " + as_if + " for some of their neighbours"},
                       [&view, inputs, other](std::int64_t word) -> std::optional<double> {
                         const SweptField& of = view.field();
                         if (!of.sets(word, view.sweep())) return std::nullopt;
                         const Words operands = view.operands(word);
                         for (std::size_t which = 1; which < std::size_t{1} << inputs.size(); ++which) {
                           Words changed = operands;
                           bool known = true;
                           for (std::size_t k = 0; k < inputs.size(); ++k) {
                             if ((which >> k & 1) == 0) continue;
                             const FormulaInput& input = of.formula().inputs[inputs[k]];
                             const auto value = other(word + input.rows * of.cols() + input.cols);
                             known = known && value;
                             changed[inputs[k]] = value.value_or(0.0);
                           }
                           if (!known) continue;
                           const double value = of.formula().value(changed);
                           if (bits_of(value) == bits_of(view.got(word))) return value;
                         }
                         return std::nullopt;
                       },
                       true});
  };
  for (const std::int64_t shift : {-field.cols(), field.cols(), std::int64_t{-1}, std::int64_t{1}}) {
    add(place_text(shift, field.cols()),
        [&view, shift](std::int64_t word) { return word_of(view.field().after(view.sweep()), word + shift); });
  }
  if (view.sweep() > 0)
    add("as they were a sweep before",
        [&view](std::int64_t word) { return word_of(view.field().after(view.sweep() - 1), word); });
  add("0", [](std::int64_t) { return std::optional(0.0); });
}

// Some results lie at a distance from their places in the buffer, on either side, and places that have got none keep
// what they had: as where an address of local memory is a row off for some words.
Guess written_elsewhere(const SweepView& view, std::int64_t shift) {
  return {{"write-back", fmt::format("some results had been written {} beside their places in the buffer (local "
                                     "memory's address), others not at all",
                                     counted(std::abs(shift), "word"))},
          [&view, shift](std::int64_t word) -> std::optional<double> {
            const SweptField& field = view.field();
            const Words& results = field.after(view.sweep() + 1);
            for (const auto& value : {word_of(results, word + shift), word_of(results, word - shift),
                                      word_of(field.after(view.sweep()), word)}) {
              if (value && bits_of(*value) == bits_of(view.got(word))) return value;
            }
            return std::nullopt;
          },
          true};
}

// Distances that plain guesses have.
bool is_near(std::int64_t shift, std::int64_t cols) {
  return shift == 0 || std::abs(shift) == 1 || std::abs(shift) == cols;
}

}  // namespace

std::string place_text(std::int64_t shift, std::int64_t cols) {
  const bool rows = shift % cols == 0;
  const std::int64_t by = std::abs(rows ? shift / cols : shift);
  const char* const where = rows ? (shift < 0 ? "north of" : "south of") : shift < 0 ? "before" : "behind";
  return fmt::format("the value {} {} it",
                     by == 1 ? (rows ? "one row" : "one word") : counted(by, rows ? "row" : "word"), where);
}

std::vector<Guess> place_guesses(const SweepView& view) {
  std::vector<Guess> guesses;
  if (!view.field().is_tile()) add_neighbours(guesses, view);
  add_line_buffers(guesses, view);
  return guesses;
}

std::vector<Guess> constant_guesses(const SweepView& view, const std::vector<std::int64_t>& wrong,
                                    const BufferContents& others) {
  constexpr std::size_t enough = 4, most = 8;
  std::vector<Guess> guesses;
  const PointFormula& formula = view.field().formula();
  if (wrong.size() < enough) return guesses;
  const auto with = [&view, &formula](std::int64_t word, std::size_t input, double value) {
    Words operands = view.operands(word);
    operands[input] = value;
    return formula.value(operands);
  };
  for (std::size_t input = 0; input < formula.inputs.size(); ++input) {
    const FormulaInput& of = formula.inputs[input];
    const bool is_field = of.kind == FormulaInput::Kind::field;
    if ((!is_field && of.kind != FormulaInput::Kind::right_hand_side) ||
        !view.field().sets(wrong.front(), view.sweep()))
      continue;
    std::vector<double> found;
    const auto try_all = [&](const Words& words) {
      for (const double value : words) {
        const auto is_it = [&](double other) { return bits_of(other) == bits_of(value); };
        const bool fits = std::all_of(wrong.begin(), wrong.begin() + enough, [&](std::int64_t word) {
          return view.field().sets(word, view.sweep()) && bits_of(with(word, input, value)) == bits_of(view.got(word));
        });
        if (fits && std::none_of(found.begin(), found.end(), is_it)) found.push_back(value);
      }
    };
    try_all(is_field ? view.field().after(view.sweep()) : view.field().r());
    for (const OtherContents& other : is_field ? others.f : others.r) try_all(other.words);
    if (found.size() > most) continue;
    for (const double value : found)
      guesses.push_back({{operand_component(of),
                          fmt::format("{} had been one and the same word, {:.17g}, in all of them", of.name, value),
                          {},
                          input},
                         [&view, with, input, value](std::int64_t word) -> std::optional<double> {
                           if (!view.field().sets(word, view.sweep())) return std::nullopt;
                           return with(word, input, value);
                         },
                         true});
  }
  return guesses;
}

std::vector<Guess> distant_guesses(const SweepView& view, const std::vector<std::int64_t>& wrong) {
  constexpr std::int64_t farthest = 1 << 17;
  const SweptField& field = view.field();
  const PointFormula& formula = field.formula();
  const std::int64_t cols = field.cols();
  std::vector<Guess> guesses;
  std::vector<std::int64_t> samples{wrong.front(), wrong[wrong.size() / 2]};
  const auto try_all = [&](const Words& words, std::int64_t at,
                           const std::function<std::optional<double>(std::int64_t word, double other)>& value,
                           const std::function<void(std::int64_t shift)>& found, bool near) {
    std::vector<std::int64_t> shifts;
    for (const std::int64_t sample : samples) {
      const std::int64_t home = sample + at;
      const std::int64_t first = std::max<std::int64_t>(0, home - farthest);
      const std::int64_t end = std::min(static_cast<std::int64_t>(words.size()), home + farthest);
      for (std::int64_t word = first; word < end; ++word) {
        if (word == home || (!near && is_near(word - home, cols))) continue;
        if (std::find(shifts.begin(), shifts.end(), word - home) != shifts.end()) continue;
        const auto other = value(sample, words[static_cast<std::size_t>(word)]);
        if (other && bits_of(*other) == bits_of(view.got(sample))) shifts.push_back(word - home);
      }
    }
    constexpr std::size_t most = 8;  // more are equal words, which tell nothing
    if (shifts.size() > most) return;
    for (const std::int64_t shift : shifts) found(shift);
  };
  for (std::size_t input = 0; input < formula.inputs.size(); ++input) {
    const FormulaInput& of = formula.inputs[input];
    if (of.kind != FormulaInput::Kind::field && of.kind != FormulaInput::Kind::right_hand_side) continue;
    const bool is_field = of.kind == FormulaInput::Kind::field;
    if (!is_field && field.is_tile()) continue;
    const std::int64_t at = of.rows * cols + of.cols;
    const auto with = [&view, &formula, input](std::int64_t word, double other) -> std::optional<double> {
      if (!view.field().sets(word, view.sweep())) return std::nullopt;
      Words operands = view.operands(word);
      operands[input] = other;
      return formula.value(operands);
    };
    const auto add = [&](const Words& words, const char* which, bool near) {
      try_all(
          words, at, with,
          [&](std::int64_t shift) {
            guesses.push_back({{operand_component(of),
                                fmt::format("{} had been {}{}", of.name, place_text(shift, cols), which),
                                {},
                                input},
                               [&words, with, at, shift](std::int64_t word) -> std::optional<double> {
                                 const auto other = word_of(words, word + at + shift);
                                 return other ? with(word, *other) : std::nullopt;
                               }});
          },
          near);
    };
    add(is_field ? field.after(view.sweep()) : field.r(), field.is_tile() ? ", before this sweep" : "", false);
    if (field.is_tile()) add(view.all_got(), ", after this sweep", true);
  }
  const Words& results = field.after(view.sweep() + 1);
  try_all(
      results, 0, [](std::int64_t, double other) { return std::optional(other); },
      [&](std::int64_t shift) {
        guesses.push_back({{"write-back", place_text(shift, cols) + " had been kept"},
                           [&results, shift](std::int64_t word) { return word_of(results, word + shift); }});
        guesses.push_back(written_elsewhere(view, shift));
      },
      false);
  return guesses;
}

}  // namespace stencil
