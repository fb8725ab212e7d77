// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

constexpr std::ptrdiff_t most_words = 256;
constexpr std::int64_t few_by_chance = 4;  // words that a guess of any bit may fit by chance

std::vector<std::int64_t> first_of(const std::vector<std::int64_t>& words) {
  return {words.begin(),
          words.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(words.size()), most_words)};
}

std::string name_of(const ValueExplanation& guess) {
  return guess.who.empty() ? guess.component : guess.who;
}

class Choice {
 public:
  Choice(const std::vector<Guess>& guesses, const std::vector<std::int64_t>& words,
         const std::function<double(std::int64_t word)>& got, const std::vector<std::int64_t>& right, bool first_counts)
      : guesses_(guesses), words_(first_of(words)), got_(got), right_(right), first_counts_(first_counts) {}

  std::optional<ValueExplanation> operator()() {
    keep_best();
    if (best_.empty()) return std::nullopt;
    if (best_.front().of > 1 && 2 * best_.front().fits <= best_.front().of) return std::nullopt;
    ValueExplanation result = best_.front();
    const bool at_the_point = std::all_of(best_.begin(), best_.end(), [](const ValueExplanation& each) {
      return each.step || each.input || !each.who.empty() || each.component == "write-back";
    });
    for (const ValueExplanation& other : best_) {
      const bool same = other.component == result.component && other.step == result.step && other.input == result.input;
      if (!same && at_the_point && (best_.front().step || !best_.front().who.empty())) return one_of();
      if (!same) return one_of_few();
      result.stale = result.stale && other.stale;
    }
    result.as_if = ways();
    return result;
  }

 private:
  // The ways of the best guesses that cannot be told apart, the shortest first; of more than a few that one alone.
  std::string ways() const {
    constexpr std::size_t few = 2;
    std::vector<std::string> different;
    for (const ValueExplanation& each : best_) {
      if (std::find(different.begin(), different.end(), each.as_if) == different.end()) different.push_back(each.as_if);
    }
    std::stable_sort(different.begin(), different.end(),
                     [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
    if (different.size() > few) return fmt::format("{}, or in {} other ways", different.front(), different.size() - 1);
    return fmt::format("{}", fmt::join(different, ", or "));
  }

  bool fits(const Guess& guess, std::int64_t word) const {
    const std::optional<double> value = guess.value(word);
    return value && bits_of(*value) == bits_of(got_(word));
  }

  // The first wrong word may be the edge of what is wrong: all words that move on leave one behind.
  bool fits_nearly_all(const Guess& guess) const {
    constexpr std::size_t few = 16;
    constexpr std::size_t parts = 10;
    if (words_.size() < few || !fits(guess, words_.back())) return false;
    std::size_t others = 0;
    for (const std::int64_t word : words_) {
      others += fits(guess, word) ? 0 : 1;
      if (others * parts > words_.size()) return false;
    }
    return true;
  }

  // Few right words may stay as they are by chance.
  bool leaves_right(const Guess& guess) const {
    constexpr std::size_t enough = 16;
    std::size_t left = 0;
    for (const std::int64_t word : right_) {
      const std::optional<double> value = guess.value(word);
      if (value && bits_of(*value) != bits_of(got_(word))) return false;
      left += value ? 1 : 0;
    }
    return left >= enough;
  }

  bool changes_right(const Guess& guess, std::int64_t most) const {
    std::int64_t changed = 0;
    return std::any_of(right_.begin(), right_.end(), [&](std::int64_t word) {
      const std::optional<double> value = guess.value(word);
      return value && bits_of(*value) != bits_of(got_(word)) && ++changed > most;
    });
  }

  void keep_best() {
    bool exact = false;  // the best give every word as it is
    for (const bool only_if_better : {false, true}) {
      for (const bool is_certain : {true, false}) {
        const bool all = !best_.empty() && best_.front().fits == best_.front().of;
        if (!all) keep_best(only_if_better, is_certain, exact);
      }
    }
  }

  void keep_best(bool only_if_better, bool is_certain, bool& exact) {
    const auto of = static_cast<std::int64_t>(words_.size());
    const std::int64_t to_beat = best_.empty() ? -1 : best_.front().fits;
    for (const Guess& guess : guesses_) {
      if (guess.only_if_better != only_if_better || guess.is_certain != is_certain) continue;
      // An operator is wrong at the point itself: words that only follow from others fit whatever it had done.
      const bool of_an_operator = guess.explanation.step || !guess.explanation.who.empty();
      if (!fits(guess, words_.front()) && (first_counts_ || of_an_operator || !fits_nearly_all(guess))) continue;
      ValueExplanation found = guess.explanation;
      found.fits = std::count_if(words_.begin(), words_.end(), [&](std::int64_t word) { return fits(guess, word); });
      found.of = of;
      if (only_if_better && found.fits <= to_beat) continue;
      if (guess.only_all && (found.fits < of || of < few_by_chance)) continue;
      const bool is_exact = found.fits == of && leaves_right(guess);
      if (exact && !is_exact) continue;
      // What fits some wrong words, and would make right ones wrong, fits by chance.
      if (4 * found.fits < 3 * of && changes_right(guess, found.fits / 4)) continue;
      if (!best_.empty() && (found.fits > best_.front().fits || is_exact != exact)) best_.clear();
      exact = is_exact;
      if (best_.empty() || found.fits == best_.front().fits) best_.push_back(std::move(found));
    }
  }

  // Places that cannot be told apart are all named, unless they are many.
  ValueExplanation one_of_few() const {
    constexpr std::size_t few = 3;
    std::vector<std::string> components, ways;
    for (const ValueExplanation& each : best_) {
      if (std::find(components.begin(), components.end(), each.component) != components.end()) continue;
      components.push_back(each.component);
      ways.push_back(each.as_if);
    }
    if (components.size() > few) return {};
    ValueExplanation result{fmt::format("{}", fmt::join(components, " or ")),
                            fmt::format("{}", fmt::join(ways, ", or "))};
    result.fits = best_.front().fits;
    result.of = best_.front().of;
    return result;
  }

  // Wrong words that some guess of this name gives, each word by another one if need be, such as another bit.
  std::int64_t explained_by(const std::string& name) const {
    std::vector<const Guess*> of_name;
    for (const Guess& guess : guesses_) {
      if (name_of(guess.explanation) == name) of_name.push_back(&guess);
    }
    return std::count_if(words_.begin(), words_.end(), [&](std::int64_t word) {
      return std::any_of(of_name.begin(), of_name.end(), [&](const Guess* guess) { return fits(*guess, word); });
    });
  }

  // A weight of 1 or 2 hands a flipped bit on as it is, and so does a sum of the same exponent: one value does not tell
  // which operator or operand it was. All are named, those first that explain most values.
  ValueExplanation one_of() const {
    ValueExplanation result = best_.front();
    const auto any = [&](const auto& is) { return std::any_of(best_.begin(), best_.end(), is); };
    const auto all = [&](const auto& is) { return std::all_of(best_.begin(), best_.end(), is); };
    const std::string did = result.as_if.substr(result.who.size());
    const bool same_way = all(
        [&](const ValueExplanation& each) { return !each.who.empty() && each.as_if.substr(each.who.size()) == did; });
    if (!all([&](const ValueExplanation& each) { return each.component == result.component; })) {
      result.component = "operator";
      if (any([](const ValueExplanation& each) { return each.input.has_value(); })) result.component += " or operand";
      if (any([](const ValueExplanation& each) { return each.component == "write-back"; }))
        result.component += " or write-back";
    }
    result.input.reset();
    struct Suspect {
      std::string name;
      std::string as_if;  // empty: in several ways
      std::int64_t explains;
    };
    std::vector<Suspect> suspects;
    for (const ValueExplanation& each : best_) {
      const std::string name = name_of(each);
      const auto known =
          std::find_if(suspects.begin(), suspects.end(), [&](const Suspect& other) { return other.name == name; });
      if (known == suspects.end())
        suspects.push_back({name, each.as_if, words_.size() > 1 ? explained_by(name) : 1});
      else if (known->as_if != each.as_if)
        known->as_if.clear();
    }
    std::stable_sort(suspects.begin(), suspects.end(),
                     [](const Suspect& a, const Suspect& b) { return a.explains > b.explains; });
    result.suspects = suspects.size();
    const bool differ = suspects.front().explains != suspects.back().explains;
    constexpr std::size_t few = 3;
    const bool whole =
        !same_way && suspects.size() <= few &&
        std::none_of(suspects.begin(), suspects.end(), [](const Suspect& each) { return each.as_if.empty(); });
    std::string names;
    for (const Suspect& each : suspects) {
      names += names.empty() ? "" : whole ? ", or " : same_way ? " or " : "; ";
      names += whole ? each.as_if : each.name;
      if (!whole && !same_way && names.back() == ',') names.pop_back();
      if (differ) names += fmt::format(" ({} of {})", each.explains, words_.size());
    }
    result.as_if = whole ? names : same_way ? names + did : "one of these had been otherwise: " + names;
    return result;
  }

  const std::vector<Guess>& guesses_;
  const std::vector<std::int64_t> words_;
  const std::function<double(std::int64_t word)>& got_;
  const std::vector<std::int64_t>& right_;
  const bool first_counts_;
  std::vector<ValueExplanation> best_;
};

}  // namespace

std::optional<ValueExplanation> best_guess(const std::vector<Guess>& guesses, const std::vector<std::int64_t>& words,
                                           const std::function<double(std::int64_t word)>& got,
                                           const std::vector<std::int64_t>& right, bool first_counts) {
  return Choice(guesses, words, got, right, first_counts)();
}

}  // namespace stencil
