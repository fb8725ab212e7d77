// Regular runs of numbers: the compact form of block-cyclic patterns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// The numbers first + k*stride + [0, length) for k in [0, repeat), in this order.
struct Comb {
  std::int64_t first = 0;
  std::int64_t length = 0;
  std::int64_t stride = 0;
  std::int64_t repeat = 1;

  std::int64_t count() const { return length * repeat; }
};

inline bool operator==(const Comb& a, const Comb& b) {
  return a.first == b.first && a.length == b.length && a.stride == b.stride && a.repeat == b.repeat;
}

using Combs = std::vector<Comb>;

std::int64_t count(const Combs& combs);

// Appends the numbers [first, first + length), to the last comb where they continue it.
void append_run(Combs& combs, std::int64_t first, std::int64_t length);

// Pairs of numbers from two lists of equal length, walked side by side. Run k of a step, 0 <= k < repeat, pairs
//   from + k*from_stride + [0, length)   of the first list with
//   to + k*to_stride + [0, length)       of the second.
struct CombStep {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t length = 0;
  std::int64_t from_stride = 0;
  std::int64_t to_stride = 0;
  std::int64_t repeat = 1;
};

// O(runs) time; a regular stretch becomes one step.  @pre count(from) == count(to)
std::vector<CombStep> pair_combs(const Combs& from, const Combs& to);

}  // namespace stencil
