// Results of an operator at all latencies, each held against what the operands of as many clocks before must give.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "latency_bench.hpp"

namespace stencil {

class LatencyDifferences {
 public:
  static constexpr std::int64_t most_told = 10;

  explicit LatencyDifferences(LatencyBench& bench) : bench_(bench) {}

  void push(std::uint64_t a, std::uint64_t b, std::uint64_t expected) {
    expected_[at(clocks_)] = {a, b, expected};
    bench_.clock(a, b);
    ++clocks_;
    for (std::int64_t latency = bench_.least_cycles(); latency <= LatencyBench::most_cycles; ++latency) {
      if (clocks_ < latency) break;  // nothing has arrived yet
      const auto& vector = expected_[at(clocks_ - latency)];
      ++compared_;
      const std::uint64_t got = bench_.result(latency);
      if (got == vector[2] || ++differences_ > most_told) continue;
      told_.push_back(fmt::format("latency {}: {:016x} {:016x} expected {:016x} got {:016x}", latency, vector[0],
                                  vector[1], vector[2], got));
    }
  }

  // To be called once, after the last vector: zeros follow until it has arrived at every latency.
  void flush(std::uint64_t zero_result) {
    for (int i = 0; i < LatencyBench::most_cycles; ++i) push(0, 0, zero_result);
  }

  // Results of vectors, and of zeros behind them.
  std::int64_t compared() const { return compared_; }
  std::int64_t differences() const { return differences_; }
  // The first most_told of them.
  const std::vector<std::string>& told() const { return told_; }

 private:
  static std::size_t at(std::int64_t clock) { return static_cast<std::size_t>(clock) % expected_size; }

  static constexpr std::size_t expected_size = 16;
  LatencyBench& bench_;
  std::array<std::array<std::uint64_t, 3>, expected_size> expected_{};
  std::vector<std::string> told_;
  std::int64_t clocks_ = 0;
  std::int64_t compared_ = 0;
  std::int64_t differences_ = 0;
};

}  // namespace stencil
