// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::int64_t sparsest_bubble = 512;  // beats per bubble

std::int64_t count_of(const Term& term, const ClassPair& pair) {
  return term.count(*pair.key, with_work(pair), pair.device);
}

class Fitter {
 public:
  Fitter(const std::vector<ClassPair>& pairs, const Series& series) : pairs_(pairs), series_(series) {}

  std::vector<Fit> fit() {
    fit_terms(everywhere(pairs_));
    fit_bubbles(everywhere(pairs_));
    if (!found_.empty()) return std::move(found_);
    for (const Condition& condition : conditions(pairs_)) fit_terms(condition);
    return std::move(found_);
  }

 private:
  void fit_terms(const Condition& condition) {
    for (const Term& term : terms_of(series_.cause)) {
      std::int64_t cycles = 0;
      bool holds = true, bites = condition.text.empty();
      for (std::size_t i = 0; holds && i < pairs_.size(); ++i) {
        if (!series_.fitted[i]) continue;
        const std::int64_t counted = count_of(term, pairs_[i]);
        const std::int64_t difference = series_.differences[i];
        bites = bites || (!condition.holds[i] && counted != 0);
        const std::int64_t times = condition.holds[i] ? counted : 0;
        if (times == 0) {
          holds = difference == 0;
        } else if (cycles == 0) {
          cycles = difference / times;
          holds = difference != 0 && difference % times == 0;
        } else {
          holds = difference == cycles * times;
        }
      }
      if (holds && bites && cycles != 0) add(Fit{&term, 0, 0, cycles, condition, series_.cause});
    }
  }

  // A condition that no class tells from one before it adds nothing.
  void add(Fit fit) {
    for (const Fit& other : found_) {
      if (other.term != fit.term || other.cycles != fit.cycles) continue;
      bool same = true;
      for (std::size_t i = 0; same && i < pairs_.size(); ++i) {
        same = !series_.fitted[i] || other.condition.holds[i] == fit.condition.holds[i];
      }
      if (same && fit.condition.text.rfind(" in blocks of ", 0) != 0) return;
    }
    found_.push_back(std::move(fit));
  }

  // The largest number of cycles of which all differences, block by block, are multiples.
  std::int64_t common_cycles() const {
    std::int64_t common = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (series_.fitted[i]) common = std::gcd(common, series_.differences[i]);
    }
    return common;
  }

  // Each run of beats may begin anywhere in a period.
  void fit_bubbles(const Condition& condition) {
    const std::int64_t cycles = common_cycles();
    if (cycles == 0 || series_.differing() < 3) return;
    std::int64_t low = 2, high = std::numeric_limits<std::int64_t>::max();
    int sign = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (!series_.fitted[i]) continue;
      const ClassPair& pair = pairs_[i];
      const std::int64_t beats = beats_of(series_.cause, *pair.key, with_work(pair), pair.device);
      const std::int64_t runs = runs_of_beats(series_.cause, *pair.key, with_work(pair), pair.device);
      const std::int64_t bubbles = std::abs(series_.differences[i]) / cycles;
      const int direction = series_.differences[i] < 0 ? -1 : 1;
      if (bubbles != 0 && sign == -direction) return;
      if (bubbles != 0) sign = direction;
      low = std::max(low, (beats + bubbles + runs - 1) / (bubbles + runs));
      if (bubbles > runs) high = std::min(high, beats / (bubbles - runs));
    }
    if (low > high || 2 * low < high || low > sparsest_bubble) return;
    found_.push_back(Fit{nullptr, low, high, sign * cycles, condition, series_.cause});
  }

  const std::vector<ClassPair>& pairs_;
  const Series& series_;
  std::vector<Fit> found_;
};

}  // namespace

std::int64_t Fit::cycles_of(const std::vector<ClassPair>& pairs, std::size_t i) const {
  if (!condition.holds[i]) return 0;
  if (term != nullptr) return cycles * count_of(*term, pairs[i]);
  const ClassPair& pair = pairs[i];
  const std::int64_t runs = runs_of_beats(cause, *pair.key, with_work(pair), pair.device);
  return cycles * (beats_of(cause, *pair.key, with_work(pair), pair.device) / beats + runs);
}

std::string Fit::name() const {
  return term != nullptr ? term->name
         : beats == most_beats
             ? fmt::format("a bubble every {} beats", with_commas(beats))
             : fmt::format("a bubble every {} to {} beats", with_commas(beats), with_commas(most_beats));
}

std::string Fit::where() const {
  if (term != nullptr) return term->where + condition.text;
  return beats == most_beats ? fmt::format("once every {} beats", with_commas(beats))
                             : fmt::format("once every {} to {} beats", with_commas(beats), with_commas(most_beats));
}

std::string Fit::varies() const {
  if (!condition.text.empty()) return "blocks";
  return term != nullptr ? term->varies : "columns";
}

std::string Fit::text() const {
  const std::string each = term != nullptr ? fmt::format("per {}", term->unit)
                           : beats == most_beats
                               ? fmt::format("in every {} beats", with_commas(beats))
                               : fmt::format("in every {} to {} beats", with_commas(beats), with_commas(most_beats));
  return fmt::format("{} {} {} ({}){}", counted(std::abs(cycles), "cycle"), cycles > 0 ? "more" : "fewer", each, name(),
                     condition.text);
}

bool Series::is_zero() const {
  return differing() == 0;
}

std::size_t Series::differing() const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) number += fitted[i] && differences[i] != 0;
  return number;
}

std::vector<std::pair<Fit, Fit>> double_fits_of(const std::vector<ClassPair>& pairs, const Series& series) {
  std::vector<std::pair<Fit, Fit>> found;
  if (series.differing() < 5) return found;
  std::vector<std::size_t> fitted;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (series.fitted[i]) fitted.push_back(i);
  }
  const std::vector<Term>& terms = terms_of(series.cause);
  const auto& wanted = series.differences;
  for (std::size_t a = 0; a < terms.size(); ++a) {
    for (std::size_t b = a + 1; b < terms.size(); ++b) {
      const auto of = [&](std::size_t term, std::size_t i) { return count_of(terms[term], pairs[i]); };
      const auto determinant = [&](std::size_t i, std::size_t j) { return of(a, i) * of(b, j) - of(a, j) * of(b, i); };
      const std::size_t i = fitted.front();
      const auto other =
          std::find_if(fitted.begin(), fitted.end(), [&](std::size_t j) { return determinant(i, j) != 0; });
      if (other == fitted.end()) continue;
      const std::size_t j = *other;
      const std::int64_t divisor = determinant(i, j);
      const std::int64_t x = wanted[i] * of(b, j) - wanted[j] * of(b, i);
      const std::int64_t y = of(a, i) * wanted[j] - of(a, j) * wanted[i];
      if (x % divisor != 0 || y % divisor != 0) continue;
      const std::int64_t first = x / divisor, second = y / divisor;
      if (first == 0 || second == 0 || (first > 0) != (second > 0)) continue;
      const bool holds = std::all_of(fitted.begin(), fitted.end(),
                                     [&](std::size_t k) { return wanted[k] == first * of(a, k) + second * of(b, k); });
      if (!holds) continue;
      found.push_back({Fit{&terms[a], 0, 0, first, everywhere(pairs), series.cause},
                       Fit{&terms[b], 0, 0, second, everywhere(pairs), series.cause}});
    }
  }
  return found;
}

std::vector<Fit> fits_of(const std::vector<ClassPair>& pairs, const Series& series) {
  return Fitter(pairs, series).fit();
}

}  // namespace stencil
