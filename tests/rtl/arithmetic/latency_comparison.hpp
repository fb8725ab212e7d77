// Results of an operator at all latencies, each held against what the operands of as many clocks before must give.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>

#include "latency_bench.hpp"

namespace stencil {

class LatencyComparison {
 public:
  explicit LatencyComparison(LatencyBench& bench) : bench_(bench) {}

  void push(std::uint64_t a, std::uint64_t b, std::uint64_t expected) {
    expected_[at(clocks_)] = {a, b, expected};
    bench_.clock(a, b);
    ++clocks_;
    for (std::int64_t latency = bench_.least_cycles(); latency <= LatencyBench::most_cycles; ++latency) {
      if (clocks_ < latency) break;  // nothing has arrived yet
      const auto& vector = expected_[at(clocks_ - latency)];
      ++compared_;
      if (bench_.result(latency) == vector[2] || ++differences_ > 10) continue;
      ADD_FAILURE() << "latency " << latency << std::hex << ": " << vector[0] << " " << vector[1] << " expected "
                    << vector[2] << " got " << bench_.result(latency);
    }
  }

  // The last vectors have not arrived: zeros follow.
  void finish(std::uint64_t zero_result) {
    for (int i = 0; i < LatencyBench::most_cycles; ++i) push(0, 0, zero_result);
    EXPECT_EQ(differences_, 0);
    EXPECT_GT(compared_, 0);
  }

  std::int64_t compared() const { return compared_; }

 private:
  static std::size_t at(std::int64_t clock) { return static_cast<std::size_t>(clock) % expected_size; }

  static constexpr std::size_t expected_size = 16;
  LatencyBench& bench_;
  std::array<std::array<std::uint64_t, 3>, expected_size> expected_{};
  std::int64_t clocks_ = 0;
  std::int64_t compared_ = 0;
  std::int64_t differences_ = 0;
};

}  // namespace stencil
