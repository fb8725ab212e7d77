// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/block_check.hpp"

#include "models/jacobi.hpp"
#include "sim/app/report/gather.hpp"

namespace stencil {

BlockCheck::BlockCheck(const Strip& strip, std::int64_t cols, const double* f, const double* r,
                       const SweepWeights& weights)
    : strip_(strip), cols_(cols), f_(f), r_(r), weights_(weights) {}

void BlockCheck::begin_step(std::int64_t step, std::int64_t niter, const double* given) {
  step_ = step;
  niter_ = niter;
  expected_.assign(given, given + strip_.local_rows() * cols_);
  golden_sweeps(strip_.local_rows(), cols_, expected_.data(), r_, weights_, niter_);
}

void BlockCheck::after_block(const BlockRun& run) {
  const std::int64_t at = run.block.first_row * cols_;
  const Comparison comparison =
      compare_rows(expected_.data() + at, f_ + at, strip_.first_local() + run.block.first_row, run.block.keep, cols_);
  found_.compared = compared() + comparison.compared;
  found_.mismatches += comparison.mismatches;
  found_.add_block(step_, {comparison.compared, comparison.mismatches});
  if (comparison.first && !first()) {
    found_.first_mismatch =
        LocatedMismatch{strip_.rank, step_, run.index, niter_ - 1, *comparison.first, strip_.number};
  }
}

Verdict verdict_of(const std::vector<BlockCheck>& checks) {
  Verdict verdict;
  for (const BlockCheck& check : checks) {
    verdict.compared = verdict.compared.value_or(0) + check.compared();
    verdict.mismatches += check.mismatches();
    verdict.add_steps(check.steps());
    if (check.first() && (!verdict.first_mismatch || earlier(*check.first(), *verdict.first_mismatch)))
      verdict.first_mismatch = check.first();
  }
  return verdict;
}

}  // namespace stencil
