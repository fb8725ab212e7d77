// Compares how fast things run as ratios taken in one run: the machines are shared and noisy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace stencil::bench {

struct Candidate {
  std::string name;
  std::function<double()> work;             // returns how much was done (cycles, bytes, ...)
  std::vector<double> rates;                // amount a second, one a round
  std::function<void()> prepare = nullptr;  // if any: called before each work, outside the time

  double best() const { return *std::max_element(rates.begin(), rates.end()); }
  double median() const {
    std::vector<double> sorted = rates;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

// Runs all candidates in turn, `rounds` times after `warm_up` rounds that do not count. Each round begins with another
// candidate, so that none always follows the same one.
inline void interleave(std::vector<Candidate>& candidates, int rounds, int warm_up = 2) {
  for (int round = -warm_up; round < rounds; ++round)
    for (std::size_t turn = 0; turn < candidates.size(); ++turn) {
      Candidate& candidate = candidates[(turn + static_cast<std::size_t>(round + warm_up)) % candidates.size()];
      if (candidate.prepare) candidate.prepare();
      const auto began = std::chrono::steady_clock::now();
      const double amount = candidate.work();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
      if (round >= 0) candidate.rates.push_back(amount / took.count());
    }
}

// How many times as long as `base` a candidate takes for the same amount: the median over the rounds of the ratio
// within a round, so that what slows a whole round down does not count.
inline double median_time_ratio(const Candidate& candidate, const Candidate& base) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < base.rates.size(); ++round)
    ratios.push_back(base.rates[round] / candidate.rates[round]);
  std::sort(ratios.begin(), ratios.end());
  return ratios[ratios.size() / 2];
}

}  // namespace stencil::bench
