// Two lists of numbers walked side by side.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "host/arrays/exchange/comb.hpp"

namespace stencil {

// Pairs of numbers from two lists. Run k of a step, 0 <= k < repeat, pairs
//   from + k*from_stride + [0, length)   of the first list with
//   to + k*to_stride + [0, length)       of the second.
struct CombStep {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t length = 0;
  std::int64_t from_stride = 0;
  std::int64_t to_stride = 0;
  std::int64_t repeat = 1;

  std::int64_t count() const { return length * repeat; }
};

// Steps [begin, end) are taken `repeat` times, each time with their numbers higher by the strides.
struct StepLoop {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int64_t from_stride = 0;
  std::int64_t to_stride = 0;
  std::int64_t repeat = 1;
  std::size_t inner = 0;  // loops within this one
};

// As those of combs; a run without a gap has none on either side.
void join_runs(CombStep& step);
bool extend_run(CombStep& run, const CombStep& next);
bool continue_with(CombStep& step, const CombStep& next);
CombStep repeated(const CombStep& run, const StepLoop& loop);

using CombSteps = LoopedList<CombStep, StepLoop>;

// The pairs of two lists of equal length. Loops of one list become loops of steps where the other list has, for all
// their rounds together, a loop of the same rounds, a comb with one run for each, or one run: O(combs) time. Otherwise
// O(runs) time and, where no run continues another, as many steps.
// @pre count(from) == count(to)
CombSteps pair_combs(const Combs& from, const Combs& to);

}  // namespace stencil
