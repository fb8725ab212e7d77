// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/lost_overlap.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "sim/app/compare/causes/between_commands.hpp"
#include "sim/app/compare/causes/terms/lone_command.hpp"

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
constexpr Candidate gate = {
    "stall", "gate of a command",
    "a command that follows another waits for the lag of one processing element, a row and its latency or in a chain "
    "its latency, though their passes are equally deep (gate of a command)",
    "a command that follows another no longer waits for the lag of one processing element (gate of a command)"};
constexpr Candidate queueing = {
    "overlap", "loss of queueing",
    "a command is not queued behind another: it begins when the one before it has left the engine and been stored, and "
    "the host has seen so (loss of queueing, of chaining and of overlap of stores and compute)",
    "a command is now queued behind the one before, chained, and stores run beside it (queueing)"};
constexpr Candidate loads = {
    "overlap", "loss of overlap of loads and compute",
    "loads no longer run beside compute, but for a burst that has begun; these classes do not show whether stores do",
    "loads now run beside compute"};
constexpr Candidate directions = {"overlap", "contention of loads and stores",
                                  "loads and stores no longer run beside one another (contention)",
                                  "loads and stores now run beside one another"};
constexpr Candidate waits = {"overlap", "interlock wait", "commands wait for bursts of other buffers (interlock)",
                             "commands no longer wait for bursts of other buffers (interlock)"};
constexpr Candidate transfers = {"overlap", "slower transfers or commands", "transfers take longer or commands wait",
                                 "transfers are faster or commands wait less"};

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
    if (loses_queueing(pairs_, visible_, slower_)) {
      one.cause = queueing.cause;
      one.text = slower_ ? queueing.lost : queueing.gained;
      one.names = {queueing.name};
      return one;
    }
    const bool chained = is_chaining();
    const auto wait = wait_between_commands(pairs_, visible_, beyond_);
    const Lags lags = lags_between_commands(pairs_, visible_);
    if (lags == Lags::several && !chained) {
      one.cause = gate.cause;
      one.text = slower_ ? gate.lost : gate.gained;
      one.names = {gate.name};
      return one;
    }
    if (wait && !chained && lags == Lags::none) {
      one.cause = "stall";
      one.fits = {*wait};
      return one;
    }
    std::vector<Candidate> candidates;
    if (chained) candidates.push_back(chaining);
    if (lags == Lags::one) candidates.push_back(gate);
    if (is_loads()) candidates.push_back(loads);
    const bool any_visible = std::count(visible_.begin(), visible_.end(), true) != 0;
    const std::size_t stores = is_directions() ? whole_stores() : 0;
    if (stores != 0) candidates.push_back(directions);
    if (stores == 1) candidates.push_back(waits);
    if (!any_visible && !candidates.empty()) candidates.push_back(transfers);
    one.cause = candidates.size() == 1 ? candidates.front().cause : "overlap";
    for (const Candidate& candidate : candidates) {
      one.text += (one.text.empty() ? "" : ", or ") + std::string(slower_ ? candidate.lost : candidate.gained);
      one.names.push_back(candidate.name);
    }
    if (wait) {
      one.text += ", or " + wait->text();
      one.names.push_back(wait->name());
    } else if (lags == Lags::one) {
      one.text += ", or as many cycles more per command after another (interlock)";
      one.names.push_back(waits.name);
    }
    if (one.names.size() > 1) {
      one.text += "; classes of more sweeps, or of a sequential schedule, tell them apart";
    }
    return one;
  }

 private:
  std::int64_t total(std::size_t i) const { return sum_difference(pairs_[i], "total"); }

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

  // The engine fills and drains with each command: as fill of the one before, or as stall of the one that waits, beyond
  // what it stalled already. Transfers cost no more than before.
  bool is_chaining() const {
    bool found = false;
    for (const std::size_t i : beyond_) {
      const ClassPair& pair = pairs_[i];
      const std::int64_t count = pair.now->count;
      if (!is_streamed(pair.key->shape)) return false;
      const auto more = [&](const char* cause) { return sum_of(worse(i), cause) - sum_of(better(i), cause); };
      if (more("load") + more("store") > 2 * count) return false;
      const LoneCommand lone = lone_command(*pair.key, pair.device);
      if (more("fill") != 0) {
        if (sum_of(worse(i), "fill") != count * lone.fill) return false;
        found = true;
      } else if (more("stall") > 0) {
        const std::int64_t wait = lone.fill - lone.gap;
        if (wait <= 0 || more("stall") % wait != 0 || more("stall") > count * wait) return false;
        found = true;
      }
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

  // Steps differ, by at most the shorter direction, where transfers of both take longer than the sweeps between them;
  // where sweeps take longer, none does.
  bool is_directions() const {
    struct Step {
      std::int64_t spare = 0;
      bool differs = false, transfers_bind = false, sweeps_bind = false;  // in one of its classes
    };
    std::map<ClassKey, Step> steps;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const ClassPair& pair = pairs_[i];
      if (visible_[i]) continue;
      if (!is_streamed(pair.key->shape)) return false;
      Step& step = steps[step_of(*pair.key)];
      const std::int64_t slack = slack_cycles * pair.now->count;
      step.spare += std::min(load_beats(i), store_beats(i)) + slack - std::abs(total(i));
      step.differs = step.differs || differs(pair);
      if (pair.key->shape.place != StepPlace::middle) continue;
      const std::int64_t engine = pair.now->count * lone_command(*pair.key, pair.device).issue;
      const std::int64_t both = load_beats(i) + store_beats(i);
      step.transfers_bind = step.transfers_bind || engine <= both + slack;
      step.sweeps_bind = step.sweeps_bind || engine + slack >= both;
    }
    return std::all_of(steps.begin(), steps.end(), [](const auto& one) {
      const Step& step = one.second;
      return step.spare >= 0 && (step.differs ? step.transfers_bind : step.sweeps_bind || !step.transfers_bind);
    });
  }

  // Where loads alone take longer than the sweeps between them, whole stores come on top, which a wait of commands does
  // not add: the number of such steps. 0 if a step contradicts it.
  std::size_t whole_stores() const {
    struct Step {
      std::int64_t more = 0, store = 0, blocks = 0;
      bool known = true, loads_bind = false;
    };
    std::map<ClassKey, Step> steps;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const ClassPair& pair = pairs_[i];
      if (visible_[i]) continue;
      ClassKey key = step_of(*pair.key);
      key.shape.keep = pair.key->shape.keep;  // steps of as many rows stored by each block
      Step& step = steps[key];
      const std::int64_t count = pair.now->count, store = store_beats(i) / count;
      step.known = step.known && (step.store == 0 || std::abs(store - step.store) <= 16);
      step.store = std::max(step.store, store);
      step.more += std::abs(total(i));
      step.blocks += count;
      const std::int64_t engine = count * lone_command(*pair.key, pair.device).issue;
      if (pair.key->shape.place == StepPlace::middle && engine + slack_cycles * count <= load_beats(i))
        step.loads_bind = true;
    }
    std::size_t whole = 0;
    for (const auto& [key, step] : steps) {
      if (!step.known || !step.loads_bind || step.store < 2 * slack_cycles) continue;
      const std::int64_t stores = (step.more + step.store / 2) / step.store;
      if (std::abs(step.more - stores * step.store) > 16 * step.blocks) return 0;
      whole += stores != 0;
    }
    return whole;
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
