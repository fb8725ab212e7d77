// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/joined_watch.hpp"

#include "models/compare.hpp"
#include "models/jacobi.hpp"

namespace stencil {

void JoinedWatch::before_step(std::int64_t step, std::int64_t niter) {
  const StripArrays& strip = first_.strip;
  number_ = first_.number + step;
  niter_ = niter;
  ++steps_;
  expected_.assign(strip.f, strip.f + strip.rows * strip.cols);
  golden_sweeps(strip.rows, strip.cols, expected_.data(), strip.r, first_.weights, niter);
}

void JoinedWatch::after_block(const BlockRun& run) {
  const StripArrays& strip = first_.strip;
  const std::int64_t row = run.block.first_row, at = row * strip.cols;
  const Comparison found =
      compare_rows(expected_.data() + at, strip.f + at, first_.global_row + row, run.block.keep, strip.cols);
  verdict_.compared = verdict_.compared.value_or(0) + found.compared;
  verdict_.mismatches += found.mismatches;
  verdict_.add_block(number_, {found.compared, found.mismatches});
  if (found.first && !verdict_.first_mismatch)
    verdict_.first_mismatch = LocatedMismatch{0, number_, run.index, niter_ - 1, *found.first, std::nullopt};
}

}  // namespace stencil
