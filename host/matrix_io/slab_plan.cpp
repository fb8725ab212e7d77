// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/slab_plan.hpp"

#include <algorithm>
#include <limits>

namespace stencil {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

// The most elements that a process owns of any `length` consecutive elements of an axis.
std::int64_t most_owned(const CyclicAxis& axis, std::int64_t length) {
  const std::int64_t turns = length / axis.block() / axis.procs();
  const std::int64_t in_turns = turns * axis.block();
  return in_turns + std::min(axis.block(), length - in_turns * axis.procs());
}

// An upper bound of the elements that a process owns of any `run` consecutive elements of a part with `lines` lines of
// `length` elements.
std::int64_t most_owned(const CyclicAxis& along, std::int64_t length, const CyclicAxis& across, std::int64_t lines,
                        std::int64_t run) {
  // A run that begins with the last element of a line touches the most lines.
  const std::int64_t touched = std::min(lines, ceil_div(run - 1, length) + 1);
  return std::min(run, most_owned(along, std::min(run, length)) * most_owned(across, touched));
}

}  // namespace

SlabPlan::SlabPlan(std::int64_t values, int ranks, std::int64_t values_per_rank)
    : values_(values),
      ranks_(ranks),
      slab_values_(values_per_rank > std::numeric_limits<std::int64_t>::max() / ranks
                       ? std::numeric_limits<std::int64_t>::max()
                       : values_per_rank * ranks),
      slabs_(ceil_div(values, slab_values_)) {}

ElementRun SlabPlan::share(std::int64_t k, int rank) const {
  const std::int64_t first = k * slab_values_;
  const std::int64_t size = std::min(slab_values_, values_ - first);
  const std::int64_t each = size / ranks_;
  const std::int64_t longer = size % ranks_;
  return {first + each * rank + std::min<std::int64_t>(rank, longer), each + (rank < longer ? 1 : 0)};
}

std::vector<ElementRun> SlabPlan::shares(std::int64_t k) const {
  std::vector<ElementRun> runs;
  runs.reserve(static_cast<std::size_t>(ranks_));
  for (int rank = 0; rank < ranks_; ++rank) runs.push_back(share(k, rank));
  return runs;
}

std::int64_t longest_run_owned_within(const BlockCyclicLayout& layout, const Submatrix& part, ElementOrder order,
                                      std::int64_t most) {
  const bool by_columns = order == ElementOrder::columns;
  const CyclicAxis& along = by_columns ? layout.rows : layout.cols;
  const CyclicAxis& across = by_columns ? layout.cols : layout.rows;
  const std::int64_t length = by_columns ? part.rows : part.cols;
  const std::int64_t lines = by_columns ? part.cols : part.rows;
  std::int64_t longest = std::min(most, length * lines);
  // The bound grows with the run: doubles the step until it does not fit, then halves it.
  std::int64_t step = 1;
  const auto fits = [&](std::int64_t more) {
    return more <= length * lines - longest && most_owned(along, length, across, lines, longest + more) <= most;
  };
  while (fits(step)) {
    longest += step;
    step = step > (std::int64_t{1} << 61) ? step : 2 * step;
  }
  for (; step > 0; step /= 2) {
    if (fits(step)) longest += step;
  }
  return longest;
}

}  // namespace stencil
