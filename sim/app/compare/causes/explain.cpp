// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/explain.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <utility>

#include "host/base/text.hpp"
#include "sim/app/compare/causes/overlap.hpp"
#include "sim/app/compare/causes/row_slots.hpp"

namespace stencil {
namespace {

// "+3 to +40 cycles per block"; "+5 cycles in 12 blocks" where that is no whole number for each.
std::string differences_text(const std::vector<ClassPair>& pairs, const Series& series) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = -least, sum = 0, blocks = 0;
  bool whole = true;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!series.fitted[i] || series.differences[i] == 0) continue;
    const std::int64_t count = pairs[i].now->count;
    whole = whole && series.differences[i] % count == 0;
    sum += series.differences[i];
    blocks += count;
    least = std::min(least, series.differences[i] / count);
    most = std::max(most, series.differences[i] / count);
  }
  const auto text = [](std::int64_t cycles) { return (cycles > 0 ? "+" : "") + with_commas(cycles); };
  if (!whole) return fmt::format("{} {} in {}", text(sum), sum == 1 ? "cycle" : "cycles", counted(blocks, "block"));
  if (least != most) return text(least) + " to " + text(most) + " cycles per block";
  return text(least) + (std::abs(least) == 1 ? " cycle per block" : " cycles per block");
}

constexpr std::size_t most_pairs = 3;      // of terms, named where several explain the same
constexpr std::ptrdiff_t few_classes = 3;  // that prove no term
constexpr std::int64_t start_cycles = 2;   // of a transfer, which no beat is likely to take

class Explainer {
 public:
  explicit Explainer(const std::vector<ClassPair>& pairs) : pairs_(pairs) {
    for (const ClassPair& pair : pairs) visible_.push_back(hides_nothing(*pair.key));
    for (std::size_t i = 0; i < pairs.size(); ++i) more_ += sum_difference(pairs[i], "total");
  }

  std::vector<Explanation> explain() {
    explain_transfers();
    explain_engine();
    for (Explanation& one : explain_overlap(pairs_, visible_, found_)) found_.push_back(std::move(one));
    if (found_.empty() && std::any_of(pairs_.begin(), pairs_.end(), differs)) give_up_moved();
    const auto rank = [this](const Explanation& one) {
      const bool against = !one.fits.empty() && (one.cycles() > 0) != (more_ > 0);
      const bool none = one.fits.empty() && one.names.empty();
      return std::make_tuple(against, none, -static_cast<std::int64_t>(one.classes.size()));
    };
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const Explanation& a, const Explanation& b) { return rank(a) < rank(b); });
    return std::move(found_);
  }

 private:
  Series series_of(const std::string& cause) const {
    Series series{cause, {}, visible_};
    for (const ClassPair& pair : pairs_) series.differences.push_back(sum_difference(pair, cause));
    return series;
  }

  // Whether all that differs goes against the total: a wait that something longer now covers.
  bool follows(const Series& series) const {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (series.fitted[i] && (more_ == 0 || (series.differences[i] > 0) == (more_ > 0)) && series.differences[i] != 0)
        return false;
    }
    return true;
  }

  bool take(const Series& series, std::vector<Fit> fits) {
    if (fits.empty()) return false;
    Explanation one;
    one.cause = series.cause;
    one.fits = std::move(fits);
    one.classes = differing(series);
    one.beats = beats_of_one_size(one.fits, series);
    one.few = std::count(visible_.begin(), visible_.end(), true) < few_classes || one.beats != 0;
    found_.push_back(std::move(one));
    return true;
  }

  // The beats of each block where all have as many and differ: their cycles may belong to the beats, as other sizes
  // would show. Otherwise 0.
  std::int64_t beats_of_one_size(const std::vector<Fit>& fits, const Series& series) const {
    std::set<std::int64_t> beats;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const ClassPair& pair = pairs_[i];
      if (!visible_[i]) continue;
      if (series.differences[i] == 0) return 0;
      beats.insert(beats_of(series.cause, *pair.key, with_work(pair), pair.device) / pair.now->count);
    }
    const auto is_rare = [](const Fit& fit) { return std::abs(fit.cycles) <= start_cycles; };
    return beats.size() == 1 && std::none_of(fits.begin(), fits.end(), is_rare) ? *beats.begin() : 0;
  }

  // Two terms that hold together only. Of several such pairs all are named.
  bool take_two(const Series& series) {
    const auto pairs = double_fits_of(pairs_, series);
    if (pairs.empty()) return false;
    if (pairs.size() == 1) return take(series, {pairs.front().first}) && take(series, {pairs.front().second});
    Explanation one;
    for (std::size_t i = 0; i < std::min(pairs.size(), most_pairs); ++i) {
      const auto& [first, second] = pairs[i];
      one.text += fmt::format("{}{} and {}", i == 0 ? "" : ", or ", first.text(), second.text());
      one.names.push_back(first.name() + " and " + second.name());
    }
    if (pairs.size() > most_pairs) one.text += fmt::format(", or {} others", pairs.size() - most_pairs);
    one.cause = series.cause;
    one.classes = differing(series);
    found_.push_back(std::move(one));
    return true;
  }

  std::vector<std::size_t> differing(const Series& series) const {
    std::vector<std::size_t> classes;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (series.fitted[i] && series.differences[i] != 0) classes.push_back(i);
    }
    return classes;
  }

  void give_up(const Series& series) {
    Explanation one;
    one.cause = series.cause;
    one.classes = differing(series);
    one.text = fmt::format(
        "not explained: {}, and no term of the cycle laws fits all classes{}", differences_text(pairs_, series),
        series.cause != "idle" ? ""
                               : "; no transfer and no sweep runs then: register accesses, completions and interrupts, "
                                 "reads of CHANGE, plans of passes, or waits before commands");
    found_.push_back(std::move(one));
  }

  void give_up_moved() {
    Explanation one;
    one.cause = "overlap";
    one.text = "not explained: cycles move between causes, or between blocks of a step, whose sum is as before";
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (differs(pairs_[i])) one.classes.push_back(i);
    }
    found_.push_back(std::move(one));
  }

  void explain_cause(const Series& series) {
    if (series.is_zero() || follows(series)) return;
    if (!take(series, fits_of(pairs_, series)) && !take_two(series)) give_up(series);
  }

  // A command that waits shows as load, store or idle, whichever is outstanding: a wait that is the same everywhere
  // comes before several that each have a condition of their own.
  void explain_transfers() {
    std::vector<Series> moved;
    bool apart = true;  // each has a term of its own for all blocks
    for (const char* cause : {"load", "store", "idle"}) {
      const Series series = series_of(cause);
      if (series.is_zero() || follows(series)) continue;
      moved.push_back(series);
      apart = apart && holds_everywhere(fits_of(pairs_, series));
    }
    if (moved.size() > 1 && !apart) {
      Series all = moved.front();
      for (std::size_t at = 1; at < moved.size(); ++at) {
        all.cause += (at + 1 == moved.size() ? " and " : ", ") + moved[at].cause;
        for (std::size_t i = 0; i < pairs_.size(); ++i) all.differences[i] += moved[at].differences[i];
      }
      if (take(all, fits_of(pairs_, all))) return;
    }
    for (const Series& series : moved) explain_cause(series);
  }

  static bool holds_everywhere(const std::vector<Fit>& fits) {
    return !fits.empty() && fits.front().condition.text.empty();
  }

  // Compute, its part that is fill, and stall: what a pass takes longer, one that waits for it may stall less.
  void explain_engine() {
    const Series compute = series_of("compute"), fill = series_of("fill"), stall = series_of("stall");
    if (compute.is_zero() || follows(compute)) return explain_cause(stall);
    if (auto slots = explain_row_slots(pairs_, compute)) return found_.push_back(std::move(*slots));
    Series issue = compute, both = compute;
    bool all_fill = true;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      issue.differences[i] -= fill.differences[i];
      both.differences[i] += stall.differences[i];
      all_fill = all_fill && (!visible_[i] || issue.differences[i] == 0);
    }
    if (all_fill) {
      explain_cause(fill);
      explain_cause(stall);
      return agree_on_latency();
    }
    const std::vector<Fit> of_compute = fits_of(pairs_, compute), of_both = fits_of(pairs_, both);
    const auto of_issue = fits_of(pairs_, issue), of_fill = fits_of(pairs_, fill);
    if (holds_everywhere(of_compute)) {
      take(compute, of_compute);
    } else if (holds_everywhere(of_issue) && holds_everywhere(of_fill)) {
      take(issue, of_issue);
      take(fill, of_fill);
    } else if (holds_everywhere(of_both)) {
      take(both, of_both);
      found_.back().cause = "compute and stall";
      return;
    } else if (!take(compute, of_compute) && !take_two(compute)) {
      give_up(compute);
    }
    explain_cause(stall);
  }

  // What makes the way out longer makes passes wait longer: where one cause explains both, no other does.
  void agree_on_latency() {
    if (found_.size() < 2 || found_.back().cause != "stall" || found_[found_.size() - 2].cause != "fill") return;
    std::vector<Fit>& fill = found_[found_.size() - 2].fits;
    std::vector<Fit>& stall = found_.back().fits;
    for (const Fit& one : fill) {
      for (const Fit& other : stall) {
        if (one.name() != other.name() || one.cycles != other.cycles || one.condition.text != other.condition.text)
          continue;
        fill = {Fit(one)};
        stall = {Fit(other)};
        return;
      }
    }
  }

  const std::vector<ClassPair>& pairs_;
  std::vector<bool> visible_;
  std::int64_t more_ = 0;  // total over all classes
  std::vector<Explanation> found_;
};

}  // namespace

std::vector<Explanation> explain(const std::vector<ClassPair>& pairs) {
  return Explainer(pairs).explain();
}

}  // namespace stencil
