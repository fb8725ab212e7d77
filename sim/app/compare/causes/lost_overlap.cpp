// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/lost_overlap.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace stencil {
namespace {

// Cycles per block that the start of a transfer, a command and its control may hide or show.
constexpr std::int64_t slack_cycles = 64;

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

class LostOverlap {
 public:
  LostOverlap(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible,
              const std::vector<std::size_t>& beyond)
      : pairs_(pairs), visible_(visible), beyond_(beyond) {
    std::int64_t more = 0;
    for (const std::size_t i : beyond) more += total(i);
    slower_ = more > 0;
  }

  Explanation explain() const {
    Explanation one;
    one.classes = beyond_;
    if (const auto fit = between_commands()) {
      one.cause = "stall";
      one.fits = {*fit};
      return one;
    }
    std::vector<Candidate> candidates;
    if (is_chaining()) candidates.push_back(chaining);
    if (is_loads()) candidates.push_back(loads);
    if (is_directions()) candidates.push_back(directions);
    const bool any_visible = std::count(visible_.begin(), visible_.end(), true) != 0;
    if (!any_visible && !candidates.empty()) candidates.push_back(transfers);
    one.cause = candidates.size() == 1 ? candidates.front().cause : "overlap";
    for (const Candidate& candidate : candidates) {
      one.text += (one.text.empty() ? "" : ", or ") + std::string(slower_ ? candidate.lost : candidate.gained);
      one.names.push_back(candidate.name);
    }
    if (candidates.size() > 1) one.text += "; classes of more sweeps, or of a sequential schedule, tell them apart";
    return one;
  }

 private:
  std::int64_t total(std::size_t i) const { return sum_difference(pairs_[i], "total"); }

  // Commands that wait before they follow another: as much in each block that the engine bounds, less where transfers
  // do.
  std::optional<Fit> between_commands() const {
    std::int64_t cycles = 0;
    std::size_t exact = 0;
    for (const std::size_t i : beyond_) {
      const std::int64_t count = pairs_[i].now->count;
      if (sum_difference(pairs_[i], "fill") > 0 && slower_) return std::nullopt;
      if (pairs_[i].key->shape.place != StepPlace::middle || total(i) != sum_difference(pairs_[i], "stall")) continue;
      if (total(i) % count != 0 || (cycles != 0 && total(i) != cycles * count)) return std::nullopt;
      cycles = total(i) / count;
      exact += cycles != 0;
    }
    if (exact < 2) return std::nullopt;
    for (const Term& term : terms_of("stall")) {
      if (std::string(term.unit) != "command after another") continue;
      const Fit fit{&term, 0, 0, cycles, everywhere(pairs_), "stall", false};
      std::map<ClassKey, std::pair<std::int64_t, std::int64_t>> steps;  // total, and the most that it can be
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (visible_[i]) continue;
        auto& [sum, most] = steps[step_of(*pairs_[i].key)];
        sum += total(i);
        most += fit.cycles_of(pairs_, i);
      }
      for (const auto& [key, step] : steps) {
        if (step.first * cycles < 0 || std::abs(step.first) > std::abs(step.second)) return std::nullopt;
      }
      return fit;
    }
    return std::nullopt;
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
      const std::int64_t engine = pair.now->count * lone_command(*pair.key, pair.device).issue;
      const std::int64_t both = load_beats(i) + store_beats(i);
      const bool middle = pair.key->shape.place == StepPlace::middle;
      if (middle && (differs(pairs_[i]) ? engine > both + slack : engine + slack < both)) return false;
      spare[step_of(*pair.key)] += std::min(load_beats(i), store_beats(i)) + slack - std::abs(total(i));
    }
    return std::all_of(spare.begin(), spare.end(), [](const auto& step) { return step.second >= 0; });
  }

  const std::vector<ClassPair>& pairs_;
  const std::vector<bool>& visible_;
  const std::vector<std::size_t>& beyond_;
  bool slower_ = true;
};

}  // namespace

Explanation explain_lost_overlap(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible,
                                 const std::vector<std::size_t>& beyond) {
  return LostOverlap(pairs, visible, beyond).explain();
}

}  // namespace stencil
