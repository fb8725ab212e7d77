// SPDX-License-Identifier: Apache-2.0
#include "sim/run/block_check.hpp"

namespace stencil {

BlockCheck::BlockCheck(int rank, std::int64_t first_local_row, std::int64_t local_rows, std::int64_t cols,
                       const double* f, const double* r, const JacobiWeights& weights)
    : rank_(rank),
      first_local_row_(first_local_row),
      local_rows_(local_rows),
      cols_(cols),
      f_(f),
      r_(r),
      weights_(weights) {}

void BlockCheck::begin_step(std::int64_t step, std::int64_t niter) {
  step_ = step;
  niter_ = niter;
  expected_.assign(f_, f_ + local_rows_ * cols_);
  jacobi_sweeps(local_rows_, cols_, expected_.data(), r_, weights_, niter_);
}

void BlockCheck::after_block(const BlockRun& run) {
  const std::int64_t at = run.block.first_row * cols_;
  const Comparison comparison =
      compare_rows(expected_.data() + at, f_ + at, first_local_row_ + run.block.first_row, run.block.keep, cols_);
  compared_ += comparison.compared;
  mismatches_ += comparison.mismatches;
  if (comparison.first && !first_) {
    first_ = LocatedMismatch{rank_, step_, run.index, niter_ - 1, *comparison.first};
  }
}

}  // namespace stencil
