// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/overlap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "host/base/text.hpp"
#include "sim/app/compare/causes/lost_overlap.hpp"
#include "sim/app/compare/causes/terms/lone_command.hpp"

namespace stencil {
namespace {

class Overlap {
 public:
  Overlap(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible, std::vector<Explanation>& found)
      : pairs_(pairs), visible_(visible), found_(found) {}

  std::vector<Explanation> explain() {
    if (std::any_of(found_.begin(), found_.end(), [](const Explanation& one) { return one.fits.empty(); })) return {};
    add_exact();
    find_beyond();
    if (beyond_.empty()) return {};
    Explanation one;
    if (found_.empty()) one = explain_lost_overlap(pairs_, visible_, beyond_);
    if (one.fits.empty() && one.names.empty() && found_.empty()) one = between_calls();
    if (one.fits.empty() && one.names.empty()) {
      one.cause = "overlap";
      one.text = not_explained();
      one.classes = beyond_;
    }
    return {one};
  }

 private:
  // A call by itself takes as long as before: what is lost is lost to calls beside it.
  Explanation between_calls() const {
    Explanation one;
    if (std::none_of(visible_.begin(), visible_.end(), [](bool each) { return each; })) return one;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (visible_[i] && differs(pairs_[i])) return one;
    }
    std::int64_t load = 0, store = 0, engine = 0;
    for (const std::size_t i : beyond_) {
      load += sum_difference(pairs_[i], "load");
      store += sum_difference(pairs_[i], "store");
      engine += sum_difference(pairs_[i], "compute") + sum_difference(pairs_[i], "stall");
    }
    const bool moved = load != 0 || store != 0;
    if (engine > 0 && !moved) {
      one.cause = "stall";
      one.names = {"loss of chaining", "interlock wait", "gate of a pass"};
      // A command whose last pass is deeper than the first pass of the next keeps it from overtaking.
      const bool uneven = std::all_of(beyond_.begin(), beyond_.end(), [this](std::size_t i) {
        return lone_command(*pairs_[i].key, pairs_[i].device).gap > 0;
      });
      if (uneven) std::rotate(one.names.begin(), one.names.end() - 1, one.names.end());
      one.text = fmt::format(
          "{} more where a command follows another without a pause{} ({}, {}, or {}); a command by "
          "itself is as before",
          counted(engine, "cycle"), uneven ? ", all with passes of unequal depth" : "", one.names[0], one.names[1],
          one.names[2]);
    } else if (engine == 0 && load >= 0 && store >= 0 && moved) {
      one.cause = load > 0 && store > 0 ? "load and store" : load > 0 ? "load" : "store";
      one.names = {"contention", "interlock wait", "wait before a command", "transfers slower beside compute"};
      one.text =
          counted(load + store, "cycle") +
          " more where transfers run beside others or beside a command (contention of loads and stores, interlock "
          "wait, wait before a command, or transfers slower beside compute): alike here, the waves tell them apart; "
          "a transfer by itself is as before";
    } else {
      return one;
    }
    one.classes = beyond_;
    return one;
  }

  // What moved, and in which causes.
  std::string not_explained() const {
    std::string moved;
    for (const char* cause : {"load", "compute", "store", "stall", "idle"}) {
      std::int64_t more = 0;
      for (const std::size_t i : beyond_) more += sum_difference(pairs_[i], cause);
      if (more != 0)
        moved += fmt::format("{}{} {}{}", moved.empty() ? "" : ", ", cause, more > 0 ? "+" : "", with_commas(more));
    }
    const bool any_visible = std::count(visible_.begin(), visible_.end(), true) != 0;
    return fmt::format("not explained: {} cycles in all; {}", moved,
                       !found_.empty() ? "more than the terms named for other classes allow"
                       : any_visible   ? "only blocks that overlap differ: contention of loads and stores, interlock "
                                         "wait, loss of chaining, wait before a command, or transfers slower beside "
                                         "compute"
                                       : "blocks overlap, so cycles move between causes: a sequential schedule shows "
                                         "which are lost");
  }

  // cause: of Explanation, one or several.
  std::int64_t difference_of(const std::string& cause, std::size_t i) const {
    std::int64_t sum = 0;
    for (const char* one : {"load", "compute", "store", "stall", "idle", "fill"}) {
      if (cause.find(one) != std::string::npos) sum += sum_difference(pairs_[i], one);
    }
    return sum;
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

  // Steps whose total differs by more than what was explained and twice per block again, where a transfer or a command
  // begins otherwise than in a block alone; or in the other direction.
  void find_beyond() {
    struct Sums {
      std::int64_t total = 0, least = 0, most = 0;
      std::vector<std::size_t> classes;
    };
    std::map<ClassKey, Sums> steps;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (visible_[i]) continue;
      Sums& step = steps[step_of(*pairs_[i].key)];
      step.total += sum_difference(pairs_[i], "total");
      step.classes.push_back(i);
      for (const Explanation& one : found_) {
        std::int64_t least = 0, most = 0;
        for (const Fit& fit : one.fits) {
          const std::int64_t again = 2 * std::abs(fit.cycles) * pairs_[i].now->count;
          least = std::min(least, fit.cycles_of(pairs_, i) - again);
          most = std::max(most, fit.cycles_of(pairs_, i) + again);
        }
        step.least += least;
        step.most += most;
      }
    }
    for (const auto& [key, step] : steps) {
      if (step.total >= step.least && step.total <= step.most) continue;
      for (const std::size_t i : step.classes) {
        if (differs(pairs_[i])) beyond_.push_back(i);
      }
    }
    std::sort(beyond_.begin(), beyond_.end());
  }

  const std::vector<ClassPair>& pairs_;
  const std::vector<bool>& visible_;
  std::vector<Explanation>& found_;
  std::vector<std::size_t> beyond_;
};

}  // namespace

std::vector<Explanation> explain_overlap(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible,
                                         std::vector<Explanation>& found) {
  return Overlap(pairs, visible, found).explain();
}

}  // namespace stencil
