// Each block against a golden sweep of that block, right after the device ran it.
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

// The rows above a block are already new in the host array when the block starts; their old values lie on the device
// only. So the check keeps the last rows of every block before it runs, independently of what the host code sends.
class BlockCheck {
 public:
  // f and r are the local portion; its first row has the global number first_local_row.
  BlockCheck(int rank, std::int64_t first_local_row, std::int64_t cols, const double* f, const double* r,
             const JacobiWeights& weights);

  void begin_step(std::int64_t step, std::int64_t niter);
  void before_block(const Block& block);  // the device has not touched the block's rows yet
  void after_block(const BlockRun& run);  // its kept rows are back in f

  // Of all blocks so far; the first difference is in the earliest block, not the least row. Its sweep is the block's
  // last, since a block is compared when it is done.
  std::int64_t compared() const { return compared_; }
  std::int64_t mismatches() const { return mismatches_; }
  const std::optional<LocatedMismatch>& first() const { return first_; }

 private:
  int rank_;
  std::int64_t first_local_row_;
  std::int64_t cols_;
  const double* f_;
  const double* r_;
  JacobiWeights weights_;

  std::int64_t step_ = 0;
  std::int64_t niter_ = 0;
  std::vector<double> expected_;   // the block: old values, then swept
  std::vector<double> old_above_;  // the rows the next block has above it, before this block overwrites them
  std::int64_t compared_ = 0;
  std::int64_t mismatches_ = 0;
  std::optional<LocatedMismatch> first_;
};

}  // namespace stencil
