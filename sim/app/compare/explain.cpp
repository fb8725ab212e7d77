// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <tuple>

#include "host/base/text.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_explanations = 3;  // per cause
constexpr std::int64_t sparsest_bubble = 64;  // beats per bubble

std::size_t place_of(const std::string& cause) {
  std::size_t at = 0;
  while (cause_fields.at(at).name != cause) ++at;
  return at;
}

// The recording that has the work of the blocks: a baseline has none.
const RecordedClass& with_work(const ClassPair& pair) {
  return pair.now->work.stream_cycles != 0 ? *pair.now : *pair.base;
}

// Whether every cycle of a block shows, because nothing runs beside it.
bool hides_nothing(const ClassKey& key) {
  return key.context.schedule != "overlapped";
}

// A candidate: an explanation with the classes that it fits, and the number of classes that contradict it.
struct Fit {
  Explanation explanation;
  std::int64_t against = 0;  // classes that do what the term counts but cost the same

  auto rank() const {
    return std::make_tuple(-static_cast<std::int64_t>(explanation.classes.size()), against,
                           std::abs(explanation.cycles), explanation.term == nullptr);
  }
};

// Fits the differences of one cause. Where blocks overlap, a cycle more of one cause may hide one of another: so only
// classes that hide nothing are fitted, if there are any; others are named where the same explanation holds.
class CauseFitter {
 public:
  // differences: per class, the sum over its blocks.
  CauseFitter(const std::vector<ClassPair>& pairs, const char* cause, std::vector<std::int64_t> differences)
      : pairs_(pairs), cause_(cause), differences_(std::move(differences)) {
    const bool any_visible =
        std::any_of(pairs.begin(), pairs.end(), [](const ClassPair& pair) { return hides_nothing(*pair.key); });
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const bool fitted = !any_visible || hides_nothing(*pairs[i].key);
      fitted_.push_back(fitted);
      if (differences_[i] != 0) (fitted ? open_ : hidden_).push_back(i);
    }
    differing_ = open_.size();
    fewest_ = (differing_ + (any_visible ? 3 : 1)) / (any_visible ? 4 : 2);
  }

  std::vector<Explanation> fit() {
    std::vector<Explanation> found;
    while (!open_.empty() && found.size() < most_explanations) {
      std::vector<Fit> fits;
      for (const Term& term : terms_of(cause_)) fit_term(term, fits);
      fit_bubbles(fits);
      if (fits.empty()) break;
      std::stable_sort(fits.begin(), fits.end(), [](const Fit& a, const Fit& b) { return a.rank() < b.rank(); });
      const Fit& first = fits.front();
      // A single class of several always fits something by chance.
      const std::size_t classes = first.explanation.classes.size();
      if (classes < fewest_ || (classes == 1 && differing_ > 1)) break;
      Explanation best = first.explanation;
      for (const Fit& fit : fits) {
        const Explanation& other = fit.explanation;
        if (other.term == best.term || other.term == nullptr || fit.against != first.against) continue;
        if (other.classes == best.classes && other.cycles == best.cycles) best.others.push_back(other.term);
      }
      for (const std::size_t i : best.classes) open_.erase(std::find(open_.begin(), open_.end(), i));
      const auto alike = [&](std::size_t i) { return explains(best, i); };
      std::copy_if(hidden_.begin(), hidden_.end(), std::back_inserter(best.classes), alike);
      hidden_.erase(std::remove_if(hidden_.begin(), hidden_.end(), alike), hidden_.end());
      found.push_back(std::move(best));
    }
    return found;
  }

 private:
  std::int64_t count(const Term& term, std::size_t i) const {
    return term.count(*pairs_[i].key, with_work(pairs_[i]), pairs_[i].device);
  }

  // Whether there are `cycles` per `period` beats. Each transfer may begin anywhere in a period; short transfers prove
  // nothing.
  bool is_bubble(std::int64_t period, std::int64_t cycles, std::size_t i) const {
    const RecordedClass& recorded = with_work(pairs_[i]);
    const std::int64_t beats = beats_of(cause_, *pairs_[i].key, recorded, pairs_[i].device);
    const std::int64_t odd = std::max(recorded.work.transfers, recorded.count);  // periods that may be incomplete
    return beats >= 8 * period * odd && std::abs(differences_[i] * cycles * period - beats) <= period * odd;
  }

  bool explains(const Explanation& explanation, std::size_t i) const {
    if (explanation.term == nullptr) return is_bubble(explanation.beats, explanation.cycles, i);
    return differences_[i] == explanation.cycles * count(*explanation.term, i);
  }

  // Adds a fit for each number of cycles that divides the difference of some class.
  void fit_term(const Term& term, std::vector<Fit>& fits) const {
    std::map<std::int64_t, Fit> by_cycles;
    for (const std::size_t i : open_) {
      const std::int64_t times = count(term, i);
      if (times <= 0 || differences_[i] % times != 0) continue;
      by_cycles[differences_[i] / times].explanation.classes.push_back(i);
    }
    std::int64_t against = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (fitted_[i] && differences_[i] == 0 && count(term, i) > 0) ++against;
    }
    for (auto& [cycles, fit] : by_cycles) {
      fit.explanation.cause = cause_;
      fit.explanation.term = &term;
      fit.explanation.cycles = cycles;
      fit.against = against;
      fits.push_back(std::move(fit));
    }
  }

  void fit_bubbles(std::vector<Fit>& fits) const {
    for (std::int64_t period = 1; period <= sparsest_bubble; ++period) {
      for (const int cycles : {1, -1}) {
        Fit fit;
        fit.explanation.cause = cause_;
        fit.explanation.beats = period;
        fit.explanation.cycles = cycles;
        std::copy_if(open_.begin(), open_.end(), std::back_inserter(fit.explanation.classes),
                     [&](std::size_t i) { return is_bubble(period, cycles, i); });
        if (fit.explanation.classes.size() > 1) fits.push_back(std::move(fit));
      }
    }
  }

  const std::vector<ClassPair>& pairs_;
  const std::string cause_;
  const std::vector<std::int64_t> differences_;
  std::vector<bool> fitted_;
  std::vector<std::size_t> open_;    // fitted classes that differ and are not explained yet
  std::vector<std::size_t> hidden_;  // the same of classes that are not fitted
  std::size_t differing_ = 0;        // fitted classes that differ
  std::size_t fewest_ = 1;           // fewest classes for which an explanation must hold
};

// Differences of a cause, 0 where `keep` is false.
template <class Keep>
std::vector<std::int64_t> differences(const std::vector<ClassPair>& pairs, const char* cause, const Keep& keep) {
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < pairs.size(); ++i) all.push_back(keep(i) ? sum_difference(pairs[i], cause) : 0);
  return all;
}

// Fill is a part of compute: where the whole difference is fill, it is explained as fill, else as compute.
std::vector<Explanation> explain_compute(const std::vector<ClassPair>& pairs) {
  const auto all_is_fill = [&](std::size_t i) {
    return sum_difference(pairs[i], "fill") == sum_difference(pairs[i], "compute");
  };
  std::vector<Explanation> found =
      CauseFitter(pairs, "compute", differences(pairs, "compute", [&](std::size_t i) { return !all_is_fill(i); }))
          .fit();
  for (Explanation& one : CauseFitter(pairs, "fill", differences(pairs, "fill", all_is_fill)).fit()) {
    found.push_back(std::move(one));
  }
  return found;
}

}  // namespace

std::int64_t sum_difference(const ClassPair& pair, const std::string& cause) {
  const std::size_t at = place_of(cause);
  return pair.now->cycles[at].sum - pair.base->cycles[at].sum;
}

std::string Explanation::name() const {
  if (term == nullptr)
    return beats == 1 ? "a bubble per beat" : fmt::format("a bubble every {} beats", with_commas(beats));
  std::string names = term->name;
  for (const Term* other : others) {
    if (names.find(other->name) == std::string::npos) names += fmt::format(", or {}", other->name);
  }
  return names;
}

std::string Explanation::where() const {
  if (term != nullptr) return term->where;
  return beats == 1 ? "at each beat" : fmt::format("once every {} beats", with_commas(beats));
}

std::string Explanation::sentence() const {
  const std::string each = term != nullptr ? fmt::format("per {}", term->unit)
                           : beats == 1    ? "per beat"
                                           : fmt::format("in every {} beats", with_commas(beats));
  return fmt::format("{}: {} {} {} ({}), in {}", cause, counted(std::abs(cycles), "cycle"),
                     cycles > 0 ? "more" : "fewer", each, name(), counted(classes.size(), "class", "classes"));
}

std::vector<Explanation> explain(const std::vector<ClassPair>& pairs) {
  std::vector<Explanation> all;
  for (const char* cause : {"load", "compute", "store", "stall", "idle"}) {
    const bool is_compute = std::string(cause) == "compute";
    for (Explanation& one :
         is_compute ? explain_compute(pairs)
                    : CauseFitter(pairs, cause, differences(pairs, cause, [](std::size_t) { return true; })).fit()) {
      all.push_back(std::move(one));
    }
  }
  std::int64_t more = 0;  // total over all classes
  for (const ClassPair& pair : pairs) more += pair.now->cycles.back().sum - pair.base->cycles.back().sum;
  const auto rank = [more](const Explanation& one) {
    const bool against = (one.cycles > 0) != (more > 0);
    return std::make_pair(against, -static_cast<std::int64_t>(one.classes.size()));
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Explanation& a, const Explanation& b) { return rank(a) < rank(b); });
  return all;
}

}  // namespace stencil
