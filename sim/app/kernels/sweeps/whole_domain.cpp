// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/whole_domain.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "models/jacobi.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

GoldenSolution golden_solution(const ProblemSource& source, const SweepWeights& weights, const Steps& steps,
                               bool with_changes, ProgressLine* progress) {
  const std::int64_t rows = source.rows();
  const std::int64_t cols = source.cols();
  std::vector<double> f(static_cast<std::size_t>(rows * cols));
  std::vector<double> r(f.size());
  source.read_rows(ProblemArray::f, 0, rows, f.data());
  source.read_rows(ProblemArray::r, 0, rows, r.data());
  std::vector<double> changes;
  Work work(progress, "golden solution");
  std::int64_t swept = 0;
  for (std::int64_t step = 0; step < steps.count(); ++step) {
    LargestChange change;
    for (std::int64_t sweep = 0; sweep < steps.niter(step); ++sweep) {
      work.at_units(swept++, steps.iterations);
      jacobi_sweeps(rows, cols, f.data(), r.data(), weights, 1, with_changes && sweep == 0 ? &change : nullptr);
    }
    if (with_changes) changes.push_back(change.value());
  }
  return {cols, std::move(f), std::move(changes)};
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
