// Compares speeds as ratios taken in one run, since the machines are shared and noisy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace stencil::bench {

struct Candidate {
  std::string name;
  std::function<double()> work;             // returns the amount done (cycles, bytes, ...)
  std::vector<double> rates;                // amount per second, one per round
  std::function<void()> prepare = nullptr;  // if set: called before each work, not timed

  double best() const { return *std::max_element(rates.begin(), rates.end()); }
  double median() const {
    std::vector<double> sorted = rates;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of this process; other processes on the machine do not count.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Runs all candidates in turn, `rounds` times after `warm_up` rounds that do not count. Each round begins with another
// candidate, so that none always follows the same one. seconds: the clock.
inline void interleave(std::vector<Candidate>& candidates, int rounds, int warm_up = 2,
                       double (*seconds)() = wall_seconds) {
  for (int round = -warm_up; round < rounds; ++round)
    for (std::size_t turn = 0; turn < candidates.size(); ++turn) {
      Candidate& candidate = candidates[(turn + static_cast<std::size_t>(round + warm_up)) % candidates.size()];
      if (candidate.prepare) candidate.prepare();
      const double began = seconds();
      const double amount = candidate.work();
      const double took = seconds() - began;
      if (round >= 0) candidate.rates.push_back(amount / took);
    }
}

// The time of a candidate divided by that of `base` for the same amount, in each round.
inline std::vector<double> time_ratios(const Candidate& candidate, const Candidate& base) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < base.rates.size(); ++round)
    ratios.push_back(base.rates[round] / candidate.rates[round]);
  return ratios;
}

// A median and its 95 % confidence interval, from the order of the values alone; of fewer than 6 values, their range.
struct Spread {
  double median = 0.0;
  double low = 0.0;
  double high = 0.0;
};

inline Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t last = values.size() - 1;
  const auto ranks = static_cast<std::size_t>(std::ceil(0.98 * std::sqrt(static_cast<double>(values.size()))));
  const std::size_t middle = values.size() / 2;
  return {values[middle], values[middle - std::min(ranks, middle)], values[std::min(middle + ranks, last)]};
}

// The median over the rounds of the ratio within a round, so that slow rounds do not count.
inline double median_time_ratio(const Candidate& candidate, const Candidate& base) {
  return spread_of(time_ratios(candidate, base)).median;
}

}  // namespace stencil::bench
