// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"
#include "sim/device/transfers/moved/moved_words.hpp"

namespace stencil {
namespace {

std::optional<ValueExplanation> only_with_a_component(std::optional<ValueExplanation> found) {
  return found && found->component.empty() ? std::nullopt : std::move(found);
}

// How far from where it belongs a word lies that was got for the first of the wrong words, or the middle one; none
// where many have its bits. Near ones are left out or twice.
std::vector<std::int64_t> distances(const std::vector<double>& sent, const std::vector<double>& got,
                                    const std::vector<std::int64_t>& wrong) {
  constexpr std::size_t most = 4;
  constexpr std::int64_t near = 8;
  std::vector<std::int64_t> found;
  for (const std::int64_t sample : {wrong.front(), wrong[wrong.size() / 2]}) {
    std::vector<std::int64_t> there;
    for (std::size_t at = 0; at < sent.size(); ++at) {
      if (bits_of(sent[at]) == bits_of(got[static_cast<std::size_t>(sample)]))
        there.push_back(static_cast<std::int64_t>(at) - sample);
    }
    for (const std::int64_t by : there) {
      if (there.size() <= most && std::abs(by) > near && std::find(found.begin(), found.end(), by) == found.end())
        found.push_back(by);
    }
  }
  return found;
}

std::vector<std::uint64_t> bits_of_all(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  bits.reserve(values.size());
  for (const double value : values) bits.push_back(bits_of(value));
  return bits;
}

// Whether all points are as they are after so many sweeps.
bool is_after(const SweepView& view, std::int64_t sweeps) {
  const std::vector<double>& field = view.field().after(sweeps);
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (bits_of(field[i]) != bits_of(view.got(static_cast<std::int64_t>(i)))) return false;
  }
  return true;
}

// Points that the sweep set, or left as they were, right: a guess that changes them too is worth less.
std::vector<std::int64_t> set_right(const SweepView& view) {
  std::vector<std::int64_t> words;
  const std::vector<double>& exact = view.field().after(view.sweep() + 1);
  for (std::int64_t word = 0; word < static_cast<std::int64_t>(exact.size()); ++word) {
    const bool is_set = view.field().sets(word, view.sweep());
    if (is_set ? view.follows(word) : bits_of(view.got(word)) == bits_of(view.expected(word))) words.push_back(word);
  }
  return words;
}

std::vector<Guess> guesses_of(const SweepView& view, std::int64_t processing_elements, const BufferContents& others) {
  std::vector<Guess> guesses = plain_guesses(view, processing_elements, others);
  for (Guess& guess : operator_guesses(view, others.operators)) guesses.push_back(std::move(guess));
  for (Guess& guess : rounding_guesses(view)) guesses.push_back(std::move(guess));
  for (Guess& guess : arithmetic_guesses(view)) guesses.push_back(std::move(guess));
  for (Guess& guess : one_bit_guesses(view)) guesses.push_back(std::move(guess));
  for (Guess& guess : class_guesses(view)) guesses.push_back(std::move(guess));
  for (Guess& guess : place_guesses(view)) guesses.push_back(std::move(guess));
  for (Guess& guess : any_of_guesses(view)) guesses.push_back(std::move(guess));
  return guesses;
}

// Of a chain, whose blocks begin with rows that the block before has left in the device.
void name_kept_row(ValueExplanation& found, std::int64_t cols) {
  constexpr std::int64_t enough = 16, most = 16;
  if (found.fits < found.of || found.of < enough) return;
  for (std::int64_t rows = 1; rows <= most; ++rows) {
    if (found.as_if != place_text(rows * cols, cols) + " had been kept") continue;
    found.component = rows == 1 ? "kept row or write-back" : "kept rows or write-back";
    found.kept_row = true;
    found.as_if += rows == 1
                       ? ": a row that the block before left had been lost, or all were written a row too far north"
                       : fmt::format(
                             ": {0} rows that the block before left (one in the line buffers of each of as many "
                             "processing elements) had been lost, or all were written {0} rows too far north",
                             rows);
  }
}

}  // namespace

std::optional<ValueExplanation> explain_sweep(const SweepView& view, std::int64_t processing_elements,
                                              const BufferContents& others, std::optional<TookCycles> took,
                                              const SweepView* more) {
  std::vector<std::int64_t> words = view.wrong_by_themselves();
  if (words.empty()) return std::nullopt;
  const bool by_themselves = words.size() < view.wrong().size();
  if (auto nans = explain_nans(view)) return nans;
  if (auto passes = explain_passes(view, processing_elements, took)) return passes;
  if (auto moved = explain_moved_results(view, processing_elements)) return moved;
  if (!view.field().is_tile() && is_after(view, view.sweep() + 2))
    return ValueExplanation{"sweep", "one sweep more had been made", {}, {}, false, 1, 1, true};
  if (auto window = explain_window(view)) return window;
  if (auto window = explain_pass_window(view, processing_elements)) return window;
  if (auto line = explain_unset_line(view)) return line;
  std::vector<std::int64_t> right = set_right(view);
  std::vector<Guess> guesses = guesses_of(view, processing_elements, others);
  const auto own = static_cast<std::int64_t>(view.field().after(0).size());
  if (more != nullptr) {
    std::size_t i = 0;
    for (const Guess& other : guesses_of(*more, processing_elements, others)) {
      Guess& guess = guesses.at(i++);
      guess.value = [own, a = std::move(guess.value), b = other.value](std::int64_t word) {
        return word < own ? a(word) : b(word - own);
      };
    }
    // Of many the first alone are looked at: half of them are to be of either field.
    constexpr std::size_t most_of_one = 128;
    const std::vector<std::int64_t> others_wrong = more->wrong_by_themselves();
    if (!others_wrong.empty()) words.resize(std::min(words.size(), most_of_one));
    for (const std::int64_t word : others_wrong) words.push_back(own + word);
    for (const std::int64_t word : set_right(*more)) right.push_back(own + word);
  } else {
    for (Guess& guess : distant_guesses(view, words)) guesses.push_back(std::move(guess));
    for (Guess& guess : constant_guesses(view, words, others)) guesses.push_back(std::move(guess));
  }
  const auto got = [&](std::int64_t word) { return word < own ? view.got(word) : more->got(word - own); };
  std::optional<ValueExplanation> found = best_guess(guesses, words, got, right, more != nullptr);
  if (!found) found = best_guess(two_bit_guesses(view), view.wrong_by_themselves(), got);
  if (found) found->by_themselves = by_themselves;
  // Points that each of their neighbours may have had otherwise fit much.
  if (found && found->component.rfind("line buffer", 0) == 0) {
    if (auto bands = explain_bands(view)) return bands;
  }
  if (!found || found->component.empty()) {
    if (auto line = explain_first_line(view)) return line;
    if (auto lines = explain_lines_at_edge(view, processing_elements)) return lines;
    if (auto bands = explain_bands(view)) return bands;
    if (auto zeros = explain_zero_signs(view)) return zeros;
    if (auto significands = explain_significands(view)) return significands;
    if (auto passing = explain_passing(view)) return passing;
    if (auto border = explain_border(view)) return border;
    if (auto bands = explain_bands_among_others(view)) return bands;
    if (auto errors = explain_small_errors(view)) return errors;
  }
  if (found && view.field().commands() > 1) name_kept_row(*found, view.field().cols());
  return only_with_a_component(std::move(found));
}

std::string buffer_name(const Place& place) {
  return fmt::format("{} buffer {}", place.bank == Bank::f ? "f" : "r", place.buffer);
}

std::optional<ValueExplanation> explain_transfer(const std::string& component, const std::vector<double>& sent,
                                                 const std::vector<double>& got,
                                                 const std::vector<OtherContents>& others) {
  std::vector<std::int64_t> words;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (bits_of(sent[i]) != bits_of(got[i])) words.push_back(static_cast<std::int64_t>(i));
  }
  if (words.empty()) return std::nullopt;
  std::vector<Guess> guesses;
  const auto add = [&](std::string as_if, bool stale, const std::vector<double>& from, std::int64_t shift) {
    guesses.push_back({{component, std::move(as_if), {}, {}, stale}, [&from, shift](std::int64_t word) {
                         const std::int64_t at = word + shift;
                         const bool inside = at >= 0 && at < static_cast<std::int64_t>(from.size());
                         return inside ? std::optional(from[static_cast<std::size_t>(at)]) : std::nullopt;
                       }});
  };
  for (const std::int64_t shift : {1, 2, 4, 8}) {
    add(counted(shift, "word") + " had been left out before it", false, sent, shift);
    add(counted(shift, "word") + " had come twice before it", false, sent, -shift);
  }
  for (const OtherContents& other : others) add("it had what was there " + other.text, true, other.words, 0);
  for (const std::int64_t by : distances(sent, got, words)) {
    add(fmt::format("it had been the word {} {} it", counted(std::abs(by), "word"), by < 0 ? "before" : "behind"),
        false, sent, by);
  }
  guesses.push_back({{component, "it had been 0"}, [](std::int64_t) { return std::optional(0.0); }});
  const std::vector<std::uint64_t> words_sent = bits_of_all(sent);
  for (const MovedGuess& swapped : swapped_words(words_sent, 0, 1)) {
    guesses.push_back({{component, swapped.as_if}, [value = swapped.value](std::int64_t word) {
                         const auto bits = value(static_cast<std::size_t>(word));
                         return bits ? std::optional(from_bits(*bits)) : std::nullopt;
                       }});
  }
  const auto first = static_cast<std::size_t>(words.front());
  const std::uint64_t mask = bits_of(sent[first]) ^ bits_of(got[first]);
  if ((mask & (mask - 1)) == 0) {
    guesses.push_back(
        {{component, fmt::format("bit {} had been flipped", __builtin_ctzll(mask))}, [&sent, mask](std::int64_t word) {
           return std::optional(from_bits(bits_of(sent[static_cast<std::size_t>(word)]) ^ mask));
         }});
  }
  return only_with_a_component(
      best_guess(guesses, words, [&](std::int64_t word) { return got[static_cast<std::size_t>(word)]; }));
}

}  // namespace stencil
