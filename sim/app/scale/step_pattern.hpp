// Groups ranks whose strips have the same shapes, and lists the messages that each receives before a step.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "sim/app/cluster/network/network.hpp"

namespace stencil {

// A message that a rank waits for.
struct Incoming {
  std::int64_t from = 0;
  std::int64_t cycles = 0;  // from its sending to its last byte
};

// A strip as its rank stores it.
struct StripShape {
  std::int64_t rows = 0;    // with halo rows
  std::int64_t before = 0;  // of these halo rows
  std::int64_t after = 0;
  bool follows = false;  // the strip before it is the one before in the shape

  std::array<std::int64_t, 4> numbers() const { return {rows, before, after, follows ? 1 : 0}; }
};

inline bool operator==(const StripShape& a, const StripShape& b) {
  return a.numbers() == b.numbers();
}
inline bool operator<(const StripShape& a, const StripShape& b) {
  return a.numbers() < b.numbers();
}

struct StepPattern {
  using Shape = std::vector<StripShape>;  // of a rank, its strips from north to south

  std::vector<Shape> shapes;           // unlike one another
  std::vector<std::int32_t> shape_of;  // by rank
  std::vector<Incoming> incoming;      // of all ranks, one after another, of each by rising sender
  std::vector<std::size_t> first;      // by rank and one more: where its messages begin
  std::int64_t messages = 0;           // of one exchange
  std::int64_t bytes = 0;

  std::int64_t ranks() const { return static_cast<std::int64_t>(shape_of.size()); }
};

StepPattern step_pattern(const Strips& strips, std::int64_t cols, const Network& network);

}  // namespace stencil
