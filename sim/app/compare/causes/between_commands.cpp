// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/between_commands.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "sim/app/compare/causes/terms/lone_command.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_begun = 8;  // cycles of a load per block, which begins otherwise

}  // namespace

// As much in each block that the engine bounds, less where transfers do.
std::optional<Fit> wait_between_commands(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible,
                                         const std::vector<std::size_t>& beyond) {
  const auto total = [&](std::size_t i) { return sum_difference(pairs[i], "total"); };
  std::int64_t cycles = 0, more = 0;
  std::size_t exact = 0;
  for (const std::size_t i : beyond) more += total(i);
  for (const std::size_t i : beyond) {
    const std::int64_t count = pairs[i].now->count;
    if (sum_difference(pairs[i], "fill") > 0 && more > 0) return std::nullopt;
    if (pairs[i].key->shape.place != StepPlace::middle || total(i) != sum_difference(pairs[i], "stall")) continue;
    if (total(i) % count != 0 || (cycles != 0 && total(i) != cycles * count)) return std::nullopt;
    cycles = total(i) / count;
    exact += cycles != 0;
  }
  if (exact < 2) return std::nullopt;
  for (const Term& term : terms_of("stall")) {
    if (std::string(term.unit) != "command after another") continue;
    const Fit fit{&term, 0, 0, cycles, everywhere(pairs), "stall", false};
    std::map<ClassKey, std::pair<std::int64_t, std::int64_t>> steps;  // total, and the most that it can be
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (visible[i]) continue;
      auto& [sum, most] = steps[step_of(*pairs[i].key)];
      sum += total(i);
      most += fit.cycles_of(pairs, i);
    }
    for (const auto& [key, step] : steps) {
      if (step.first * cycles < 0 || std::abs(step.first) > std::abs(step.second)) return std::nullopt;
    }
    return fit;
  }
  return std::nullopt;
}

Lags lags_between_commands(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible) {
  struct Step {
    std::int64_t stall = 0, lag = 0, followed = 0;
    bool even = true;
  };
  std::map<ClassKey, Step> steps;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (visible[i]) continue;
    const ClassPair& pair = pairs[i];
    if (!is_streamed(pair.key->shape)) return Lags::none;
    Step& step = steps[step_of(*pair.key)];
    step.stall += sum_difference(pair, "stall");
    step.lag = element_lag(*pair.key, pair.device);
    step.even = step.even && lone_command(*pair.key, pair.device).gap == 0;
    if (pair.key->shape.place != StepPlace::first) step.followed += pair.now->count;
  }
  std::set<std::int64_t> lags;
  int sign = 0;
  for (const auto& [key, step] : steps) {
    if (step.stall == 0) continue;
    const int direction = step.stall > 0 ? 1 : -1;
    if (!step.even || step.stall % step.lag != 0 || std::abs(step.stall) > step.lag * step.followed ||
        sign == -direction)
      return Lags::none;
    sign = direction;
    lags.insert(step.lag);
  }
  return lags.empty() ? Lags::none : lags.size() == 1 ? Lags::one : Lags::several;
}

bool loses_queueing(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible, bool slower) {
  struct Step {
    std::int64_t idle = 0, store = 0, followed = 0;
    bool differs = false;
  };
  std::map<ClassKey, Step> steps;
  bool chained = false;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ClassPair& pair = pairs[i];
    if (visible[i]) continue;
    if (!is_streamed(pair.key->shape)) return false;
    const RecordedClass &lost = slower ? *pair.now : *pair.base, &had = slower ? *pair.base : *pair.now;
    const std::int64_t fill = lost.count * lone_command(*pair.key, pair.device).fill;
    const auto more = [&](const char* cause) {
      return lost.cycles[place_of(cause)].sum - had.cycles[place_of(cause)].sum;
    };
    if (lost.cycles[place_of("fill")].sum != fill || std::abs(more("load")) > most_begun * lost.count) return false;
    chained = chained || had.cycles[place_of("fill")].sum != fill;
    Step& step = steps[step_of(*pair.key)];
    step.idle += more("idle");
    step.store += more("store");
    step.differs = step.differs || differs(pair);
    if (pair.key->shape.place != StepPlace::first) step.followed += lost.count;
  }
  return chained && std::all_of(steps.begin(), steps.end(), [](const auto& one) {
           const Step& step = one.second;
           return !step.differs || (step.store > 0 && step.followed > 0 && step.idle >= step.followed);
         });
}

}  // namespace stencil
