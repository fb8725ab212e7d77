// Each block against golden sweeps of the local portion, after the device ran it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/blocking/itstep.hpp"
#include "models/compare.hpp"
#include "models/jacobi.hpp"
#include "sim/report/report.hpp"

namespace stencil {

// At the start of a step the portion is copied and swept whole, so what is expected of a block depends on no schedule,
// no blocking and no other block. A wrong block of this step is in the next one's start, and expected there.
class BlockCheck {
 public:
  // f and r are the local portion, local_rows x cols; its first row has the global number first_local_row.
  BlockCheck(int rank, std::int64_t first_local_row, std::int64_t local_rows, std::int64_t cols, const double* f,
             const double* r, const JacobiWeights& weights);

  void begin_step(std::int64_t step, std::int64_t niter);  // the device has not touched f yet
  void after_block(const BlockRun& run);                   // its kept rows are back in f

  // Of all blocks so far; the first difference is in the earliest block, not the least row. Its sweep is the step's
  // last, since a block is compared when it is done.
  std::int64_t compared() const { return compared_; }
  std::int64_t mismatches() const { return mismatches_; }
  const std::optional<LocatedMismatch>& first() const { return first_; }

 private:
  int rank_;
  std::int64_t first_local_row_;
  std::int64_t local_rows_;
  std::int64_t cols_;
  const double* f_;
  const double* r_;
  JacobiWeights weights_;

  std::int64_t step_ = 0;
  std::int64_t niter_ = 0;
  std::vector<double> expected_;  // the portion behind this step
  std::int64_t compared_ = 0;
  std::int64_t mismatches_ = 0;
  std::optional<LocatedMismatch> first_;
};

}  // namespace stencil
