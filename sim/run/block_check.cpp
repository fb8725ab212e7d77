// SPDX-License-Identifier: Apache-2.0
#include "sim/run/block_check.hpp"

#include <algorithm>
#include <cstddef>

namespace stencil {

BlockCheck::BlockCheck(int rank, std::int64_t first_local_row, std::int64_t cols, const double* f, const double* r,
                       const JacobiWeights& weights)
    : rank_(rank), first_local_row_(first_local_row), cols_(cols), f_(f), r_(r), weights_(weights) {}

void BlockCheck::begin_step(std::int64_t step, std::int64_t niter) {
  step_ = step;
  niter_ = niter;
  old_above_.clear();
}

void BlockCheck::before_block(const Block& block) {
  expected_ = old_above_;
  const double* kept = f_ + block.first_row * cols_;
  expected_.insert(expected_.end(), kept, kept + (block.keep + block.after) * cols_);
  const std::int64_t next_above = std::min(niter_, block.keep);
  old_above_.assign(kept + (block.keep - next_above) * cols_, kept + block.keep * cols_);

  const double* r = r_ + (block.first_row - block.before) * cols_;
  jacobi_sweeps(block.rows(), cols_, expected_.data(), r, weights_, niter_);
}

void BlockCheck::after_block(const BlockRun& run) {
  const Block& block = run.block;
  const Comparison comparison = compare_rows(expected_.data() + block.before * cols_, f_ + block.first_row * cols_,
                                             first_local_row_ + block.first_row, block.keep, cols_);
  compared_ += comparison.compared;
  mismatches_ += comparison.mismatches;
  if (comparison.first && !first_) {
    first_ = LocatedMismatch{rank_, step_, run.index, niter_ - 1, *comparison.first};
  }
}

}  // namespace stencil
