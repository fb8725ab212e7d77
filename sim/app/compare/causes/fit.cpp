// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "host/base/text.hpp"

namespace stencil {
namespace {

std::int64_t count_of(const Term& term, const ClassPair& pair) {
  return term.count(*pair.key, with_work(pair), pair.device);
}

class Fitter {
 public:
  Fitter(const std::vector<ClassPair>& pairs, const Series& series) : pairs_(pairs), series_(series) {}

  std::vector<Fit> fit() {
    fit_terms(everywhere(pairs_));
    if (found_.empty()) fit_bubbles(everywhere(pairs_));
    if (!found_.empty()) return std::move(found_);
    for (const Condition& condition : conditions(pairs_)) fit_terms(condition);
    put_blocks_first();
    if (found_.empty()) fit_nearly();
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
      if (holds && bites && cycles != 0) found_.push_back(Fit{&term, 0, 0, cycles, condition, series_.cause, false});
    }
  }

  // What costs as much in each block that differs is first of all a cost per block.
  void put_blocks_first() {
    std::set<std::int64_t> values;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (series_.fitted[i] && series_.differences[i] != 0)
        values.insert(series_.differences[i] / pairs_[i].now->count);
    }
    if (values.size() > 1) return;
    std::stable_partition(found_.begin(), found_.end(),
                          [](const Fit& fit) { return std::string(fit.term->varies) == "blocks"; });
  }

  // Terms that miss some classes by a cycle per block at most, and none of the others: four in five are exact.
  void fit_nearly() {
    for (const Term& term : terms_of(series_.cause)) {
      std::map<std::int64_t, std::size_t> exact;  // classes by cycles per unit
      std::size_t fitted = 0;
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (!series_.fitted[i]) continue;
        ++fitted;
        const std::int64_t times = count_of(term, pairs_[i]);
        if (times > 0 && series_.differences[i] % times == 0) ++exact[series_.differences[i] / times];
      }
      for (const auto& [cycles, classes] : exact) {
        if (cycles == 0 || 5 * classes < 4 * fitted) continue;
        bool holds = true;
        for (std::size_t i = 0; holds && i < pairs_.size(); ++i) {
          const std::int64_t off = series_.differences[i] - cycles * count_of(term, pairs_[i]);
          holds = !series_.fitted[i] || std::abs(off) <= pairs_[i].now->count;
        }
        if (holds) found_.push_back(Fit{&term, 0, 0, cycles, everywhere(pairs_), series_.cause, true});
      }
    }
  }

  // The largest number of cycles of which the differences of all blocks are multiples; 1 where too few differ.
  std::int64_t common_cycles() const {
    std::int64_t common = 0;
    std::set<std::int64_t> values;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const std::int64_t difference = series_.differences[i], count = pairs_[i].now->count;
      if (!series_.fitted[i] || difference == 0) continue;
      values.insert(difference / count);
      common = std::gcd(common, difference % count == 0 ? difference / count : 1);
    }
    return values.size() < 3 ? std::min<std::int64_t>(common, 1) : common;
  }

  // Each run of beats may begin anywhere in a period.
  void fit_bubbles(const Condition& condition) {
    const std::int64_t cycles = common_cycles();
    if (cycles == 0 || series_.differing() < 3) return;
    std::int64_t low = 1, high = std::numeric_limits<std::int64_t>::max();
    int sign = 0, proving = 0;  // proving: classes of many bubbles
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
      if (bubbles >= 4 * runs) ++proving;
      if (bubbles > runs) high = std::min(high, beats / (bubbles - runs));
    }
    if (low > high || high - low > 1 + low / 4 || proving < 2) return;
    found_.push_back(Fit{nullptr, low, high, sign * cycles, condition, series_.cause, false});
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

std::string Fit::beats_text() const {
  return beats == most_beats ? fmt::format("{} beats", with_commas(beats))
                             : fmt::format("{} to {} beats", with_commas(beats), with_commas(most_beats));
}

std::string Fit::beat() const {
  return cause == "load" ? "beat loaded" : cause == "store" ? "beat stored" : "beat of the engine";
}

std::string Fit::name() const {
  if (term != nullptr) return term->name;
  return most_beats == 1 ? "a bubble per beat" : "a bubble every " + beats_text();
}

std::string Fit::where() const {
  if (term != nullptr) return term->where + condition.text;
  return most_beats == 1 ? "at each beat" : "once every " + beats_text();
}

std::string Fit::varies() const {
  return term != nullptr ? term->varies : "columns";
}

std::string Fit::text() const {
  const std::string each = term != nullptr   ? fmt::format("per {}", term->unit)
                           : most_beats == 1 ? "per " + beat()
                                             : "in every " + beats_text();
  return fmt::format("{} {} {} ({}){}", counted(std::abs(cycles), "cycle"), cycles > 0 ? "more" : "fewer", each, name(),
                     nearly ? ", within a cycle per block" : "");
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
      found.push_back({Fit{&terms[a], 0, 0, first, everywhere(pairs), series.cause, false},
                       Fit{&terms[b], 0, 0, second, everywhere(pairs), series.cause, false}});
    }
  }
  return found;
}

std::vector<Fit> fits_of(const std::vector<ClassPair>& pairs, const Series& series) {
  return Fitter(pairs, series).fit();
}

}  // namespace stencil
