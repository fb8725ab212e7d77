// Many sweeps over a block whose rows are folded meanwhile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/instructions/instructions.hpp"
#include "models/memory_loops/folded_rows.hpp"
#include "models/memory_loops/memory_block.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// Elements that stand one behind another, as in MemorySweeps, a row apart. Each sweeps four rows in their places, and
// keeps the last of them as it was: so each row is in the cache once, and what an element reads was written by the one
// before.
class FoldedSweeps {
 public:
  // Folding pays, and the operator has a loop of folded rows.
  static bool suits(const MemoryBlock& block, std::int64_t niter);

  // As MemorySweeps::sweep().  @pre suits()
  std::uint64_t sweep(const MemoryBlock& block, std::int64_t niter, bool with_change);

 private:
  void make_room(const MemoryBlock& block, std::int64_t elements);
  // Rows come into the ring just before the first element needs them, and go back behind the last one.
  void pass(const MemoryBlock& block, std::int64_t elements);
  void bring_row(const MemoryBlock& block, std::int64_t row, const double* values);
  void bring_rows(const MemoryBlock& block, std::int64_t end);
  void bring_swept_rows(const MemoryBlock& block, std::int64_t end);
  void sweep_rows(const MemoryBlock& block, std::int64_t element, std::int64_t first, std::int64_t end);
  double* field_row(std::int64_t row) const { return field_ + row % ring_ * pitch_; }
  double* r_row(std::int64_t row) const { return r_ + row % ring_ * pitch_; }

  Folding folding_{};
  std::int64_t pitch_ = 0;  // words from one row to the next
  std::int64_t ring_ = 0;   // rows
  std::vector<double> words_;
  double* field_ = nullptr;  // in words_, at the beginning of a cache line; behind it r, and a row of each element
  double* r_ = nullptr;
  double* kept_ = nullptr;
  std::vector<double> borders_;   // first and last column of each row
  std::vector<double> two_rows_;  // that the first sweep has made
  std::int64_t brought_ = 0;      // rows
  bool is_first_ = false;         // pass, which makes the first sweep too
  std::uint64_t* change_ = nullptr;
};

}  // namespace stencil
