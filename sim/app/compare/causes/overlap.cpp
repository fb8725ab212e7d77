// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/overlap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "host/base/text.hpp"

namespace stencil {
namespace {

// Cycles per block that the start of a transfer, a command and its control may hide or show.
constexpr std::int64_t slack_cycles = 64;

// What all blocks of a step have in common: a cycle lost by one block may count for the next.
ClassKey step_of(const ClassKey& key) {
  ClassKey step = key;
  step.shape = {};
  step.shape.cols = key.shape.cols;
  step.shape.niter = key.shape.niter;
  return step;
}

struct Candidate {
  const char* cause;
  const char* name;
  const char* lost;    // slower
  const char* gained;  // faster
};

constexpr Candidate chaining = {"fill", "loss of chaining",
                                "a command no longer follows the one before without a gap (loss of chaining)",
                                "a command now follows the one before without a gap (chaining)"};
constexpr Candidate loads = {
    "overlap", "loss of overlap of loads and compute",
    "loads no longer run beside compute, but for a burst that has begun; these classes do not show whether stores do",
    "loads now run beside compute"};
constexpr Candidate directions = {"overlap", "contention of loads and stores",
                                  "loads and stores no longer run beside one another (contention)",
                                  "loads and stores now run beside one another"};
constexpr Candidate transfers = {"overlap", "slower transfers", "transfers take longer", "transfers are faster"};

class Overlap {
 public:
  Overlap(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible, std::vector<Explanation>& found)
      : pairs_(pairs), visible_(visible), found_(found) {}

  std::vector<Explanation> explain() {
    const bool any_visible = std::count(visible_.begin(), visible_.end(), true) != 0;
    if (std::any_of(found_.begin(), found_.end(), [](const Explanation& one) { return one.fits.empty(); })) return {};
    add_exact();
    find_beyond();
    if (beyond_.empty()) return {};
    if (!found_.empty())
      return {text_of("not explained: more cycles than the terms named for other classes allow", {})};
    std::int64_t more = 0;
    for (const std::size_t i : beyond_) more += total(i);
    slower_ = more > 0;
    std::vector<Explanation> exact = exact_in_one_cause();
    if (!exact.empty()) return exact;
    std::vector<Candidate> candidates;
    if (is_chaining()) candidates.push_back(chaining);
    if (is_loads()) candidates.push_back(loads);
    if (is_directions()) candidates.push_back(directions);
    if (!any_visible && !candidates.empty()) candidates.push_back(transfers);
    if (candidates.empty()) {
      return {text_of(any_visible ? "not explained: only blocks that overlap differ"
                                  : "not explained: blocks overlap, so cycles move between causes; a sequential "
                                    "schedule shows which",
                      {})};
    }
    std::string text;
    std::vector<std::string> names;
    for (const Candidate& one : candidates) {
      text += (text.empty() ? "" : ", or ") + std::string(slower_ ? one.lost : one.gained);
      names.push_back(one.name);
    }
    if (candidates.size() > 1) text += "; classes of more sweeps, or of a sequential schedule, tell them apart";
    Explanation one = text_of(text, names);
    one.cause = candidates.front().cause;
    return {one};
  }

 private:
  std::int64_t total(std::size_t i) const { return sum_difference(pairs_[i], "total"); }

  bool differs(std::size_t i) const {
    for (const char* cause : {"total", "load", "compute", "store", "stall", "idle", "fill"}) {
      if (sum_difference(pairs_[i], cause) != 0) return true;
    }
    return false;
  }

  Explanation text_of(const std::string& text, const std::vector<std::string>& names) const {
    Explanation one;
    one.cause = "overlap";
    one.text = text;
    one.names = names;
    one.classes = beyond_;
    return one;
  }

  // Adds the overlapped classes in which an explanation holds exactly.
  void add_exact() {
    for (Explanation& one : found_) {
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (visible_[i]) continue;
        std::int64_t difference = one.cause == "compute and stall"
                                      ? sum_difference(pairs_[i], "compute") + sum_difference(pairs_[i], "stall")
                                      : sum_difference(pairs_[i], one.cause);
        const Fit& fit = one.fits.front();
        if (difference == 0 || fit.term == nullptr || difference != fit.cycles_of(pairs_, i)) continue;
        one.classes.push_back(i);
      }
      std::sort(one.classes.begin(), one.classes.end());
    }
  }

  // Steps whose total differs by more than what was explained, or in the other direction.
  void find_beyond() {
    struct Sums {
      std::int64_t total = 0, least = 0, most = 0;
      std::vector<std::size_t> classes;
    };
    std::map<ClassKey, Sums> steps;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (visible_[i]) continue;
      Sums& step = steps[step_of(*pairs_[i].key)];
      step.total += total(i);
      step.classes.push_back(i);
      for (const Explanation& one : found_) {
        std::int64_t least = 0, most = 0;
        for (const Fit& fit : one.fits) {
          least = std::min(least, fit.cycles_of(pairs_, i));
          most = std::max(most, fit.cycles_of(pairs_, i));
        }
        step.least += least - pairs_[i].now->count;
        step.most += most + pairs_[i].now->count;
      }
    }
    for (const auto& [key, step] : steps) {
      if (step.total >= step.least && step.total <= step.most) continue;
      for (const std::size_t i : step.classes) {
        if (differs(i)) beyond_.push_back(i);
      }
    }
    std::sort(beyond_.begin(), beyond_.end());
  }

  // A cause that alone differs, everywhere as much as the total, and a term that fits it.
  std::vector<Explanation> exact_in_one_cause() const {
    for (const char* cause : {"load", "store", "stall", "idle"}) {
      Series series{cause, {}, {}};
      bool alone = true;
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        series.fitted.push_back(!visible_[i]);
        series.differences.push_back(sum_difference(pairs_[i], cause));
        alone = alone && (visible_[i] || series.differences[i] == total(i));
      }
      if (!alone || series.is_zero()) continue;
      Explanation one = text_of({}, {});
      one.cause = cause;
      one.fits = fits_of(pairs_, series);
      if (!one.fits.empty()) return {one};
    }
    return {};
  }

  const RecordedClass& worse(std::size_t i) const { return slower_ ? *pairs_[i].now : *pairs_[i].base; }
  const RecordedClass& better(std::size_t i) const { return slower_ ? *pairs_[i].base : *pairs_[i].now; }
  static std::int64_t sum_of(const RecordedClass& recorded, const char* cause) {
    return recorded.cycles[place_of(cause)].sum;
  }
  std::int64_t load_beats(std::size_t i) const {
    return with_work(pairs_[i]).work.bytes_to_device / pairs_[i].device.port_bytes;
  }
  std::int64_t store_beats(std::size_t i) const {
    return with_work(pairs_[i]).work.bytes_from_device / pairs_[i].device.port_bytes;
  }

  // Where more is fill, it is as much as that of a command alone, and transfers cost no more than before.
  bool is_chaining() const {
    bool found = false;
    for (const std::size_t i : beyond_) {
      const ClassPair& pair = pairs_[i];
      if (!is_streamed(pair.key->shape)) return false;
      const std::int64_t moved =
          sum_of(worse(i), "load") + sum_of(worse(i), "store") - sum_of(better(i), "load") - sum_of(better(i), "store");
      if (moved > 2 * pair.now->count) return false;
      if (sum_difference(pair, "fill") == 0) continue;
      if (sum_of(worse(i), "fill") != pair.now->count * lone_command(*pair.key, pair.device).fill) return false;
      found = true;
    }
    return found;
  }

  // Nothing of the loads but a burst is hidden any more.
  bool is_loads() const {
    bool found = false;
    for (const std::size_t i : beyond_) {
      const ClassPair& pair = pairs_[i];
      if (pair.key->shape.place == StepPlace::first) continue;
      const std::int64_t begun = (pair.key->context.link.burst_beats + 8) * pair.now->count;
      const std::int64_t hidden = load_beats(i) - sum_of(worse(i), "load");
      if (hidden > begun) return false;
      found = found || load_beats(i) - sum_of(better(i), "load") > begun;
    }
    return found;
  }

  // Only blocks differ whose transfers take longer than their sweeps, by at most the shorter direction.
  bool is_directions() const {
    std::map<ClassKey, std::int64_t> spare;  // per step
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const ClassPair& pair = pairs_[i];
      if (visible_[i]) continue;
      if (!is_streamed(pair.key->shape)) return false;
      const std::int64_t slack = slack_cycles * pair.now->count;
      const std::int64_t engine = pair.now->count * lone_command(*pair.key, pair.device).busy;
      const std::int64_t both = load_beats(i) + store_beats(i);
      const bool middle = pair.key->shape.place == StepPlace::middle;
      if (middle && (differs(i) ? engine > both + slack : engine + slack < both)) return false;
      spare[step_of(*pair.key)] += std::min(load_beats(i), store_beats(i)) + slack - std::abs(total(i));
    }
    return std::all_of(spare.begin(), spare.end(), [](const auto& step) { return step.second >= 0; });
  }

  const std::vector<ClassPair>& pairs_;
  const std::vector<bool>& visible_;
  std::vector<Explanation>& found_;
  std::vector<std::size_t> beyond_;
  bool slower_ = true;
};

}  // namespace

std::vector<Explanation> explain_overlap(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible,
                                         std::vector<Explanation>& found) {
  return Overlap(pairs, visible, found).explain();
}

}  // namespace stencil
