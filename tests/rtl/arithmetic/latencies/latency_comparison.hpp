// Differences between latencies and what is expected fail the test that compares.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "latency_differences.hpp"

namespace stencil {

class LatencyComparison {
 public:
  explicit LatencyComparison(LatencyBench& bench) : found_(bench) {}

  void push(std::uint64_t a, std::uint64_t b, std::uint64_t expected) { found_.push(a, b, expected); }

  void finish(std::uint64_t zero_result) {
    found_.flush(zero_result);
    for (const std::string& difference : found_.told()) ADD_FAILURE() << difference;
    EXPECT_EQ(found_.differences(), 0);
    EXPECT_GT(found_.compared(), 0);
  }

  std::int64_t compared() const { return found_.compared(); }

 private:
  LatencyDifferences found_;
};

}  // namespace stencil
