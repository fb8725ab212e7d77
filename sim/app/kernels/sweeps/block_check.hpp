// Compares each block with golden sweeps of its strip after the device has run it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "host/jacobi/itstep.hpp"
#include "models/compare.hpp"
#include "models/values/sweep_weights.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Checks the blocks of one strip. At the start of a step it copies the strip and sweeps it as a whole, so the expected
// values depend on no schedule, no blocking and no other block. Wrong values of one step are the start of the next, so
// they are found once.
class BlockCheck {
 public:
  // f and r are the strip as its rank stores it, halo rows (VSDA: shadow edges) included: strip.local_rows() x cols.
  BlockCheck(const Strip& strip, std::int64_t cols, const double* f, const double* r, const SweepWeights& weights);

  void begin_step(std::int64_t step, std::int64_t niter) { begin_step(step, niter, f_); }  // f is untouched yet
  // Where halo rows reach the device without coming to f: the strip as the step begins with it.
  void begin_step(std::int64_t step, std::int64_t niter, const double* given);
  void after_block(const BlockRun& run);  // its kept rows are back in f

  // Of all blocks so far. The first difference is that of the earliest block, not of the smallest row. Its sweep is the
  // last of the step, since a block is compared when it is done.
  std::int64_t compared() const { return found_.compared.value_or(0); }
  std::int64_t mismatches() const { return found_.mismatches; }
  const std::optional<LocatedMismatch>& first() const { return found_.first_mismatch; }
  const std::vector<StepCheck>& steps() const { return found_.steps; }

 private:
  Strip strip_;
  std::int64_t cols_;
  const double* f_;
  const double* r_;
  SweepWeights weights_;

  std::int64_t step_ = 0;
  std::int64_t niter_ = 0;
  std::vector<double> expected_;  // the strip after this step
  Verdict found_;
};

// The verdict of all block checks of one rank; the first difference is the earliest by step, strip and block.
Verdict verdict_of(const std::vector<BlockCheck>& checks);

}  // namespace stencil
