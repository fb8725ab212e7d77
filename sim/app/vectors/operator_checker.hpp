// Streams vectors through an operator, one per clock, and compares each result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/app/vectors/operator_model.hpp"

namespace stencil {

struct OperatorVector {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t expected = 0;
  std::int64_t line = 0;  // of the file it came from, from 1; 0: from no file
};

struct OperatorDifference {
  std::int64_t index = 0;  // of the vector, from 0 in the order of push()
  OperatorVector vector;
  std::uint64_t got = 0;
};

// bits: every bit counts. any_nan: a binary64 NaN equals any other NaN (vectors from elsewhere have no canonical one),
// all other values are compared bit by bit.
enum class NanRule { bits, any_nan };

// Differences are data: keeps their count and the first max_kept in full.
class OperatorChecker {
 public:
  static constexpr std::size_t max_kept = 20;

  // The model must outlive the checker. Throws ArgumentError if its latency is not 1 .. 32 cycles.
  OperatorChecker(OperatorModel& model, NanRule rule);

  void push(const OperatorVector& vector) {
    in_flight_[static_cast<std::size_t>(clocks_) % capacity] = vector;
    clock(vector.a, vector.b);
  }

  // Clocks until every vector pushed has been compared. To be called once, at the end.
  void finish();

  std::int64_t compared() const { return compared_; }
  std::int64_t differences() const { return differences_; }
  const std::vector<OperatorDifference>& first_differences() const { return first_differences_; }

 private:
  static constexpr std::size_t capacity = 32;

  void clock(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t got = model_.clock(a, b);
    ++clocks_;
    if (clocks_ >= latency_cycles_) compare(clocks_ - latency_cycles_, got);
  }
  void compare(std::int64_t index, std::uint64_t got);

  OperatorModel& model_;
  NanRule rule_;
  std::int64_t latency_cycles_;
  std::array<OperatorVector, capacity> in_flight_{};
  std::int64_t clocks_ = 0;
  std::int64_t compared_ = 0;
  std::int64_t differences_ = 0;
  std::vector<OperatorDifference> first_differences_;
};

}  // namespace stencil
