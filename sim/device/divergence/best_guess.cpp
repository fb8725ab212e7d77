// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses.hpp"

namespace stencil {
namespace {

// A weight of 1 or 2 hands a flipped bit on as it is, and so does a sum of the same exponent: which operator or operand
// it was cannot be told of one value.
ValueExplanation one_of(const std::vector<ValueExplanation>& all) {
  ValueExplanation result = all.front();
  const auto any = [&](const auto& is) { return std::any_of(all.begin(), all.end(), is); };
  result.room = "operator";
  if (any([](const ValueExplanation& each) { return each.input.has_value(); })) result.room += " or operand";
  if (any([](const ValueExplanation& each) { return each.room == "write-back"; })) result.room += " or write-back";
  result.as_if = "one of these had been otherwise:";
  result.input.reset();
  std::vector<std::string> named;
  for (const ValueExplanation& each : all) {
    const std::string name = each.step ? each.as_if.substr(0, each.as_if.rfind('\'') + 1) : each.room;
    if (std::count(named.begin(), named.end(), name) > 0) continue;
    result.as_if += fmt::format("{} {}", named.empty() ? "" : ",", name);
    named.push_back(name);
  }
  return result;
}

}  // namespace

std::optional<ValueExplanation> best_guess(const std::vector<Guess>& guesses, const std::vector<std::int64_t>& words,
                                           const std::function<double(std::int64_t word)>& got) {
  constexpr std::size_t most_words = 256;
  std::vector<ValueExplanation> best;
  for (const Guess& guess : guesses) {
    const auto fits = [&](std::int64_t word) {
      const std::optional<double> value = guess.value(word);
      return value && bits_of(*value) == bits_of(got(word));
    };
    if (!fits(words.front())) continue;
    ValueExplanation found = guess.explanation;
    const auto end = words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), most_words));
    found.fits = std::count_if(words.begin(), end, fits);
    found.of = end - words.begin();
    if (!best.empty() && found.fits > best.front().fits) best.clear();
    if (best.empty() || found.fits == best.front().fits) best.push_back(std::move(found));
  }
  if (best.empty()) return std::nullopt;
  ValueExplanation result = best.front();
  const bool at_the_point = std::all_of(best.begin(), best.end(), [](const ValueExplanation& each) {
    return each.step || each.input || each.room == "write-back";
  });
  for (const ValueExplanation& other : best) {
    const bool same = other.room == result.room && other.step == result.step && other.input == result.input;
    if (!same && at_the_point && best.front().step) return one_of(best);
    if (!same) return ValueExplanation{};
    if (other.as_if != result.as_if) result.as_if.clear();
    result.stale = result.stale && other.stale;
  }
  return result;
}

}  // namespace stencil
