// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/fit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::int64_t many_cycles = 8;  // for what a block does once
constexpr std::int64_t least_near = 3;   // per block, of which a cycle may miss

class Fitter {
 public:
  Fitter(const std::vector<ClassPair>& pairs, const Series& series) : pairs_(pairs), series_(series) {}

  std::vector<Fit> fit() {
    found_ = whole_pass_fits_of(pairs_, series_);
    fit_terms(everywhere(pairs_));
    if (found_.empty()) fit_bubbles(everywhere(pairs_));
    if (found_.empty()) found_ = late_fits_of(pairs_, series_);
    if (!found_.empty()) return std::move(found_);
    for (const Condition& condition : conditions(pairs_)) fit_terms(condition);
    if (found_.empty()) {
      for (const Condition& condition : joint_conditions(pairs_)) fit_terms(condition);
    }
    put_likely_first();
    if (found_.empty()) fit_nearly();
    if (found_.empty()) fit_some();
    return std::move(found_);
  }

 private:
  void fit_terms(const Condition& condition) {
    for (const Term& term : terms_of(series_.cause)) {
      if (!condition.text.empty() && std::string(term.unit).rfind("transfer beyond", 0) == 0)
        continue;  // is one itself
      std::int64_t cycles = 0;
      bool holds = true, bites = condition.text.empty();
      for (std::size_t i = 0; holds && i < pairs_.size(); ++i) {
        if (!series_.fitted[i]) continue;
        const std::int64_t counted = count_of(term, pairs_[i]);
        const std::int64_t difference = series_.differences[i];
        bites = bites || (!condition.holds[i] && counted != 0);
        const std::int64_t times = condition.holds[i] ? counted : 0;
        if (divides(i)) {
          holds = false;
        } else if (times == 0) {
          holds = difference == 0;
        } else if (cycles == 0) {
          cycles = difference / times;
          holds = difference != 0 && difference % times == 0;
        } else {
          holds = difference == cycles * times;
        }
      }
      if (holds && bites && cycles != 0 && !is_found(term, cycles, condition))
        found_.push_back(Fit{&term, 0, 0, cycles, condition, series_.cause, false});
    }
  }

  // Whether a wider term of the same name ("change of passes" for those "without a wait") explains the same.
  bool is_found(const Term& term, std::int64_t cycles, const Condition& condition) const {
    return std::any_of(found_.begin(), found_.end(), [&](const Fit& fit) {
      return fit.name() == term.name && fit.cycles == cycles && fit.condition.text == condition.text &&
             std::string(term.unit).rfind(fit.term->unit, 0) == 0;
    });
  }

  // Whether some blocks of the class differ more than others: what does the same in each of them is not the cause.
  bool divides(std::size_t i, std::int64_t within = 0) const {
    const std::size_t at = place_of(series_.cause);
    if (series_.cause.find(" and ") != std::string::npos || series_.differences[i] == 0) return false;
    const Spread &was = pairs_[i].base->cycles[at], &is = pairs_[i].now->cycles[at];
    return std::abs((is.maximum - was.maximum) - (is.minimum - was.minimum)) > within;
  }

  // The same cycles in each block that differs are a cost per block first of all. Where they are many, a term that
  // takes one of them each comes before it.
  void put_likely_first() {
    std::set<std::int64_t> values;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (series_.fitted[i] && series_.differences[i] != 0)
        values.insert(series_.differences[i] / pairs_[i].now->count);
    }
    if (values.size() != 1) return;
    std::stable_partition(found_.begin(), found_.end(),
                          [](const Fit& fit) { return std::string(fit.term->varies) == "blocks"; });
    if (std::abs(*values.begin()) < many_cycles) return;
    std::stable_partition(found_.begin(), found_.end(), [](const Fit& fit) { return std::abs(fit.cycles) == 1; });
  }

  // As many cycles for some of what a term counts and none for the others: a number of sweeps is planned where it is
  // new, which not every first block of a step brings.
  void fit_some() {
    if (series_.cause == "idle") return;  // which has many more causes that not every block meets
    for (const Term& term : terms_of(series_.cause)) {
      if (std::string(term.varies) != "places") continue;
      std::int64_t cycles = 0, times = 0, most = 0;
      bool holds = true, faster = false, slower = false, others = false;  // others: without what the term counts
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (!series_.fitted[i]) continue;
        const std::int64_t difference = series_.differences[i], counted = count_of(term, pairs_[i]);
        holds = holds && (counted != 0 || difference == 0);
        others = others || counted == 0;
        if (difference == 0) continue;
        cycles = std::gcd(cycles, difference);
        if (divides(i)) {
          const std::size_t at = place_of(series_.cause);
          cycles = std::gcd(cycles, pairs_[i].now->cycles[at].maximum - pairs_[i].base->cycles[at].maximum);
        }
      }
      for (std::size_t i = 0; holds && cycles != 0 && i < pairs_.size(); ++i) {
        if (!series_.fitted[i]) continue;
        const std::int64_t counted = count_of(term, pairs_[i]), each = std::abs(series_.differences[i]) / cycles;
        holds = each <= counted;
        times += each;
        most += counted;
        faster = faster || series_.differences[i] < 0;
        slower = slower || series_.differences[i] > 0;
      }
      if (!holds || !others || faster == slower) continue;
      if (faster) cycles = -cycles;
      found_.push_back(Fit{&term, 0, 0, cycles, everywhere(pairs_), series_.cause, false, times, most});
    }
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
          const std::int64_t all = cycles * count_of(term, pairs_[i]), count = pairs_[i].now->count;
          const bool near = std::abs(series_.differences[i] - all) <= count && !divides(i, 1);
          holds = !series_.fitted[i] || (near && (all == 0 || std::abs(all) >= least_near * count));
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
  if (term != nullptr) {
    const ClassPair& pair = pairs[i];
    return cycles * count_of(*term, pair) + control * counts::pass_changes(*pair.key, *pair.now, pair.device);
  }
  const ClassPair& pair = pairs[i];
  const std::int64_t runs = runs_of_beats(cause, *pair.key, with_work(pair), pair.device);
  return cycles * (beats_of(cause, *pair.key, with_work(pair), pair.device) / beats + runs);
}

bool Series::is_zero() const {
  return differing() == 0;
}

std::size_t Series::differing() const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) number += fitted[i] && differences[i] != 0;
  return number;
}

std::vector<Fit> fits_of(const std::vector<ClassPair>& pairs, const Series& series) {
  return Fitter(pairs, series).fit();
}

}  // namespace stencil
