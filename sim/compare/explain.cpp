// SPDX-License-Identifier: Apache-2.0
#include "sim/compare/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

#include "sim/report/record_fields.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_explanations = 3;  // of a cause
constexpr std::int64_t sparsest_bubble = 64;  // beats

std::size_t place_of(const std::string& cause) {
  std::size_t at = 0;
  while (cause_fields.at(at).name != cause) ++at;
  return at;
}

std::int64_t sum_difference(const ClassPair& pair, const std::string& cause) {
  const std::size_t at = place_of(cause);
  return pair.now->cycles[at].sum - pair.base->cycles[at].sum;
}

// The recording that knows what the blocks ask for: a baseline does not.
const RecordedClass& with_work(const ClassPair& pair) {
  return pair.now->work.stream_cycles != 0 ? *pair.now : *pair.base;
}

// Where nothing runs beside anything else, what a block does shows.
bool hides_nothing(const ClassKey& key) {
  return key.context.schedule != "overlapped";
}

// What could explain a cause, and what speaks for and against it.
struct Fit {
  Explanation explanation;
  std::int64_t against = 0;  // classes that do it, hide nothing, and cost what they did

  auto rank() const {
    return std::make_tuple(-static_cast<std::int64_t>(explanation.classes.size()), against,
                           std::abs(explanation.cycles), explanation.term == nullptr);
  }
};

class CauseFitter {
 public:
  CauseFitter(const std::vector<ClassPair>& pairs, const char* cause) : pairs_(pairs), cause_(cause) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      differences_.push_back(cause_difference(pairs[i], cause_));
      if (differences_[i] != 0) open_.push_back(i);
    }
  }

  std::vector<Explanation> fit() {
    std::vector<Explanation> found;
    while (!open_.empty() && found.size() < most_explanations) {
      std::vector<Fit> fits;
      for (const Term& term : terms_of(cause_)) fit_term(term, fits);
      fit_bubbles(fits);
      if (fits.empty()) break;
      std::stable_sort(fits.begin(), fits.end(), [](const Fit& a, const Fit& b) { return a.rank() < b.rank(); });
      Explanation best = fits.front().explanation;
      // A class of its own always fits something.
      if (best.classes.size() == 1 && differing() > 1) break;
      for (const Fit& fit : fits) {
        if (fit.explanation.term != best.term && fit.explanation.term != nullptr &&
            fit.explanation.classes == best.classes && fit.against == fits.front().against &&
            fit.explanation.cycles == best.cycles) {
          best.others.push_back(fit.explanation.term);
        }
      }
      for (const std::size_t i : best.classes) open_.erase(std::find(open_.begin(), open_.end(), i));
      found.push_back(std::move(best));
    }
    return found;
  }

 private:
  std::size_t differing() const {
    return static_cast<std::size_t>(
        std::count_if(differences_.begin(), differences_.end(), [](auto d) { return d != 0; }));
  }

  std::int64_t count(const Term& term, std::size_t i) const {
    return term.count(*pairs_[i].key, with_work(pairs_[i]), pairs_[i].device);
  }

  // One fit for each number of cycles that divides what some class costs more.
  void fit_term(const Term& term, std::vector<Fit>& fits) const {
    std::map<std::int64_t, Fit> by_cycles;
    for (const std::size_t i : open_) {
      const std::int64_t times = count(term, i);
      if (times <= 0 || differences_[i] % times != 0) continue;
      Fit& fit = by_cycles[differences_[i] / times];
      fit.explanation.classes.push_back(i);
    }
    std::int64_t against = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (differences_[i] == 0 && hides_nothing(*pairs_[i].key) && count(term, i) > 0) ++against;
    }
    for (auto& [cycles, fit] : by_cycles) {
      fit.explanation.cause = cause_;
      fit.explanation.term = &term;
      fit.explanation.cycles = cycles;
      fit.against = against;
      fits.push_back(std::move(fit));
    }
  }

  // A cycle in every so many beats. Each block may begin anywhere in the period.
  void fit_bubbles(std::vector<Fit>& fits) const {
    for (std::int64_t period = 2; period <= sparsest_bubble; ++period) {
      for (const int cycles : {1, -1}) {
        Fit fit;
        fit.explanation.cause = cause_;
        fit.explanation.beats = period;
        fit.explanation.cycles = cycles;
        for (const std::size_t i : open_) {
          const RecordedClass& recorded = with_work(pairs_[i]);
          const std::int64_t beats = beats_of(cause_, *pairs_[i].key, recorded, pairs_[i].device);
          const bool enough = beats >= 8 * period * recorded.count;
          if (enough && std::abs(differences_[i] * cycles * period - beats) <= period * recorded.count) {
            fit.explanation.classes.push_back(i);
          }
        }
        if (fit.explanation.classes.size() > 1) fits.push_back(std::move(fit));
      }
    }
  }

  const std::vector<ClassPair>& pairs_;
  const std::string cause_;
  std::vector<std::int64_t> differences_;
  std::vector<std::size_t> open_;  // not explained yet
};

}  // namespace

std::int64_t cause_difference(const ClassPair& pair, const std::string& cause) {
  return sum_difference(pair, cause) - (cause == "compute" ? sum_difference(pair, "fill") : 0);
}

std::string Explanation::name() const {
  if (term == nullptr) return fmt::format("a bubble every {} beats", beats);
  std::string names = term->name;
  for (const Term* other : others) {
    if (names.find(other->name) == std::string::npos) names += fmt::format(", or {}", other->name);
  }
  return names;
}

std::string Explanation::where() const {
  return term == nullptr ? fmt::format("once every {} beats", beats) : term->where;
}

std::string Explanation::sentence() const {
  const std::string each = term == nullptr ? fmt::format("in every {} beats", beats) : fmt::format("a {}", term->unit);
  return fmt::format("{}: {} cycle{} {} {} ({}), in {} class{}", cause, std::abs(cycles),
                     std::abs(cycles) == 1 ? "" : "s", cycles > 0 ? "more" : "fewer", each, name(), classes.size(),
                     classes.size() == 1 ? "" : "es");
}

std::vector<Explanation> explain(const std::vector<ClassPair>& pairs) {
  std::vector<Explanation> all;
  for (const CauseField& field : cause_fields) {
    for (Explanation& explanation : CauseFitter(pairs, field.name).fit()) all.push_back(std::move(explanation));
  }
  return all;
}

}  // namespace stencil
