// Sweeps of a block in the local memory of a device, as its cascade makes them: loops of their own, as memory_rows.hpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/memory_loops/folded_sweeps.hpp"
#include "models/memory_loops/memory_block.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// Elements that stand one behind another, each a sweep: what one has computed of a row, the next one takes at once. So
// a block larger than the cache passes through memory once for all of them.
class MemorySweeps {
 public:
  // The bits of golden_sweeps() (models/jacobi.hpp) on f; r is only read. Returns the bits of the largest change of the
  // first sweep, 0 without one.  @pre rows, cols, niter at least 0
  std::uint64_t sweep(std::int64_t rows, std::int64_t cols, double* f, const double* r, const SweepWeights& weights,
                      std::int64_t niter, bool with_change);

 private:
  void pass(const MemoryBlock& block, std::int64_t elements, std::uint64_t* change);
  void pass_of_one(const MemoryBlock& block, std::uint64_t* change);
  double* line(std::int64_t element, std::int64_t row) { return first_line_ + (ring * element + row % ring) * pitch_; }

  FoldedSweeps folded_;
  static constexpr std::int64_t ring = 4;  // rows that an element has computed last, and that are kept
  std::vector<double> lines_;              // those of each element
  double* first_line_ = nullptr;
  std::int64_t pitch_ = 0;  // words from one to the next
};

}  // namespace stencil
