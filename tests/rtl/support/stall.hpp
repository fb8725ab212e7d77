// Stall patterns of stream tests, and the number of random cases per run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace stencil::test {

enum class Stall { none, source_idle, sink_stall, both };

constexpr std::array<Stall, 4> all_stalls = {Stall::none, Stall::source_idle, Stall::sink_stall, Stall::both};

inline const char* name_of(Stall stall) {
  switch (stall) {
    case Stall::none:
      return "no stall";
    case Stall::source_idle:
      return "source idle";
    case Stall::sink_stall:
      return "sink stall";
    default:
      return "source idle and sink stall";
  }
}

// Decides cycle by cycle whether a source offers and a sink takes; in runs, so that queues fill and empty.
class StallDice {
 public:
  StallDice(Stall stall, std::uint64_t seed)
      : source_(stall == Stall::source_idle || stall == Stall::both),
        sink_(stall == Stall::sink_stall || stall == Stall::both),
        random_(seed) {}

  bool offer() { return !source_ || roll(offering_, offer_left_); }
  bool accept() { return !sink_ || roll(accepting_, accept_left_); }

 private:
  bool roll(bool& state, int& left) {
    if (left-- > 0) return state;
    state = !state;
    left = std::uniform_int_distribution<int>(0, 9)(random_) < 7 ? std::uniform_int_distribution<int>(0, 2)(random_)
                                                                 : std::uniform_int_distribution<int>(3, 20)(random_);
    return state;
  }

  bool source_, sink_;
  std::mt19937_64 random_;
  bool offering_ = false, accepting_ = false;
  int offer_left_ = 0, accept_left_ = 0;
};

// Random cases of a test: `ordinary` times STENCIL_RANDOM_FACTOR of the environment (the slow runs set it).
inline std::int64_t random_cases(std::int64_t ordinary) {
  const char* factor = std::getenv("STENCIL_RANDOM_FACTOR");
  return factor ? ordinary * std::atoll(factor) : ordinary;
}

}  // namespace stencil::test
