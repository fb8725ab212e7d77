// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/whole_domain.hpp"

#include <cstddef>
#include <vector>

#include "sim/app/kernels/sweeps/golden_rows.hpp"

namespace stencil {

GoldenSolution golden_solution(const ProblemSource& source, const SweepWeights& weights, const Steps& steps,
                               bool with_changes, ProgressLine* progress) {
  return *GoldenRows(MPI_COMM_SELF, source, weights).solve(steps, with_changes, progress);
}

LocatedMismatch locate_in_result(const Strips& strips, const Steps& steps, const BlockScheme& scheme,
                                 const Mismatch& mismatch) {
  LocatedMismatch located;
  located.at = mismatch;
  const Strip& strip = strips.at_row(mismatch.row);
  located.rank = strip.rank;
  located.strip = strip.number;
  located.step = steps.last();
  const std::int64_t niter = steps.niter(located.step);
  located.sweep = niter - 1;
  const std::int64_t local_row = mismatch.row - strip.first_local();
  for (const Block& block : plan_strip(strip.local_rows(), with_interval(scheme, niter))) {
    if (local_row >= block.first_row + block.keep) ++located.block;
  }
  return located;
}

std::optional<CapsulePlace> place_of_block(const std::vector<Strip>& strips, std::int64_t niter,
                                           const BlockScheme& scheme, std::int64_t block) {
  for (const Strip& strip : strips) {
    const std::vector<Block> plan = plan_strip(strip.local_rows(), with_interval(scheme, niter));
    const auto count = static_cast<std::int64_t>(plan.size());
    if (block < count) {
      const Block& found = plan[static_cast<std::size_t>(block)];
      return CapsulePlace{strip.number, block, strip.first_local() + found.first_loaded(), 0, std::nullopt, niter};
    }
    block -= count;
  }
  return std::nullopt;
}

}  // namespace stencil
