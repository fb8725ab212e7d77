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
  std::function<double()> work;  // returns how much was done (cycles, bytes, ...)
  std::vector<double> rates;     // amount a second, one a round

  double best() const { return *std::max_element(rates.begin(), rates.end()); }
  double median() const {
    std::vector<double> sorted = rates;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

// Runs all candidates in turn, `rounds` times after `warm_up` rounds that do not count.
inline void interleave(std::vector<Candidate>& candidates, int rounds, int warm_up = 2) {
  for (int round = -warm_up; round < rounds; ++round)
    for (Candidate& candidate : candidates) {
      const auto began = std::chrono::steady_clock::now();
      const double amount = candidate.work();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
      if (round >= 0) candidate.rates.push_back(amount / took.count());
    }
}

}  // namespace stencil::bench
