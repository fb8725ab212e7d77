// Sweeps over a field that arrives block by block, each sweep one row behind the one before: nothing is computed twice.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/jacobi.hpp"
#include "models/largest_change.hpp"

namespace stencil {

// One block of a chain: `rows` new rows, below those of the block before.
struct SkewedBlock {
  std::int64_t rows = 0;   // at least 1; more than niter in the first block of a chain
  std::int64_t cols = 0;   // at least 1, the same in a whole chain
  std::int64_t niter = 0;  // at least 1, the same in a whole chain
  SweepWeights weights;    // the same in a whole chain
  bool above = false;      // continues the chain; false: begins one
  bool below = false;      // the next block continues it; false: the field ends here

  // Rows that are finished when the block is done. The first of them is niter rows above the first new one, or the
  // first row of the field.
  std::int64_t finished() const { return rows - (below && !above ? niter : 0) + (above && !below ? niter : 0); }
};

// The memory an accelerator has of such a chain. Of every sweep the last two rows are kept that the next sweep still
// needs, of the right-hand side the last niter rows. All finished rows of a chain together have the bits of
// jacobi_sweeps over the whole field, however it is cut.
class SkewedSweeps {
 public:
  // f holds the new rows, packed from word 0; on return the finished rows, packed from word 0. f needs room for
  // max(rows, finished()) rows; what lies behind the finished rows is spoiled. r holds the same new rows of the
  // right-hand side and is only read. A block with neither flag is a field of its own: jacobi_sweeps.
  // `change`, unless null, is told of every row that the first sweep sets: over a chain, each inner row once.
  // Throws std::invalid_argument, and touches nothing, for a block that breaks the rules above: sizes out of range, a
  // first block of no more than niter rows, `above` without an open chain or with other cols, niter or weights (bits).
  void sweep(const SkewedBlock& block, double* f, const double* r, LargestChange* change = nullptr);

  bool open() const { return open_; }
  // Forgets the chain: a block with `above` is refused until another chain has begun.
  void abandon() { open_ = false; }

 private:
  void check(const SkewedBlock& block) const;
  void begin(const SkewedBlock& block, double* f, const double* r, LargestChange* change);
  void go_on(const SkewedBlock& block, double* f, const double* r, LargestChange* change);
  void keep_r(const SkewedBlock& block, const double* r);
  // Rows of sweep number `sweep` (from 0, the loaded values) that the next sweep still needs.
  double* kept_lower(std::int64_t sweep) { return kept_.data() + 2 * sweep * chain_.cols; }
  double* kept_middle(std::int64_t sweep) { return kept_lower(sweep) + chain_.cols; }

  bool open_ = false;
  SkewedBlock chain_;                           // the block before: cols, niter and weights of the chain
  std::vector<double> kept_;                    // two rows a sweep
  std::vector<double> r_;                       // the last niter rows of r
  std::vector<double> lower_, middle_, below_;  // rows in hand while a sweep passes
};

}  // namespace stencil
