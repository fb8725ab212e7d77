// Sweeps a field that arrives block by block (time skewing): each sweep follows one row after the one before, so that
// nothing is computed twice.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/largest_change.hpp"
#include "models/memory_loops/memory_sweeps.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// One block of a chain: `rows` new rows, south of those of the block before.
struct SkewedBlock {
  std::int64_t rows = 0;   // at least 1; more than niter in the first block of a chain
  std::int64_t cols = 0;   // at least 1, the same in a whole chain
  std::int64_t niter = 0;  // at least 1, the same in a whole chain
  SweepWeights weights;    // the same in a whole chain
  bool above = false;      // continues the chain; false: begins one
  bool below = false;      // the next block continues it; false: the field ends here

  // Number of rows that the block finishes. The first of them is niter rows north of the first new one, or the first
  // row of the field.
  std::int64_t finished() const { return rows - (below && !above ? niter : 0) + (above && !below ? niter : 0); }
};

// Whose loops over points: those of golden sweeps, or those of models/memory_loops, for a device that golden sweeps
// judge.
enum class Loops { golden, own };

// The state that an accelerator keeps of such a chain: of every sweep the last two rows, which the next sweep still
// needs, and of the right-hand side the last niter rows. The finished rows of a chain together have the bits of
// golden_sweeps over the whole field, for any cuts.
class SkewedSweeps {
 public:
  explicit SkewedSweeps(Loops loops = Loops::golden) : loops_(loops) {}

  // f holds the new rows, packed from word 0, and on return the finished rows, packed from word 0. It needs room for
  // max(rows, finished()) rows; rows after the finished ones are spoiled. r holds the same new rows of the right-hand
  // side and is only read. A block with neither flag is a field of its own, as for golden_sweeps.
  // `change`, unless null, gets every row that the first sweep sets: over a chain, each inner row once.
  // Throws std::invalid_argument, and changes nothing, for sizes out of range, a first block of at most niter rows, and
  // `above` without an open chain or with other cols, niter or weights (bits).
  void sweep(const SkewedBlock& block, double* f, const double* r, LargestChange* change = nullptr);

  bool open() const { return open_; }
  // Forgets the chain: a block with `above` is refused until another chain has begun.
  void abandon() { open_ = false; }

 private:
  void check(const SkewedBlock& block) const;
  void set_row(std::int64_t cols, const double* north, const double* row, const double* south, const double* r,
               double* out, const SweepWeights& weights) const;
  // row: as swept; as it was it lies in middle_.
  void add_change(LargestChange& change, std::int64_t cols, const double* row) const;
  void begin(const SkewedBlock& block, double* f, const double* r, LargestChange* change);
  void go_on(const SkewedBlock& block, double* f, const double* r, LargestChange* change);
  void keep_r(const SkewedBlock& block, const double* r);
  // The two rows that sweep number `sweep` (0: the loaded values) leaves for the next sweep.
  double* kept_north(std::int64_t sweep) { return kept_.data() + 2 * sweep * chain_.cols; }
  double* kept_middle(std::int64_t sweep) { return kept_north(sweep) + chain_.cols; }

  Loops loops_;
  MemorySweeps alone_;  // of blocks that are no chain
  bool open_ = false;
  SkewedBlock chain_;                           // the block before: cols, niter and weights of the chain
  std::vector<double> kept_;                    // two rows per sweep
  std::vector<double> r_;                       // the last niter rows of r
  std::vector<double> north_, middle_, south_;  // the rows at hand during a sweep
};

}  // namespace stencil
