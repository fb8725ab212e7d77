// A formula evaluated for rows of points without a compiler: operation by operation over pieces that stay in the cache.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/instructions/instructions.hpp"
#include "models/kernel_file/formula.hpp"
#include "models/kernel_rows/piece_loops.hpp"
#include "models/kernel_rows/row_step.hpp"

namespace stencil {

class __attribute__((visibility("hidden"))) RowProgram {
 public:
  // instructions: of its loops, which this CPU must have; no result depends on them.
  explicit RowProgram(const Formula& formula, Instructions instructions = instructions_in_use());

  // Sets the inner columns of `out` from a row, `centre`, its neighbours and r at the row, as they were before the
  // sweep: in binary64, one rounding per operation, nothing fused, in the formula's order; a NaN result is stored as
  // canonical_nan_bits. Does not write columns 0 and cols - 1, and nothing for cols < 3. numbers: by their places in
  // Formula::numbers. r is not read, and may be null, for a formula that reads no source.
  // @pre out overlaps none of the others
  void row(std::int64_t cols, const double* north, const double* centre, const double* south, const double* r,
           double* out, const double* numbers) const;

  // Loops over a piece, and values of a piece that are kept at once.
  std::size_t loops() const { return loops_.size(); }
  std::size_t slots() const { return slots_; }

 private:
  // Where the loops of a piece find an operand: in a row of the field, by row + 1, in r, in the scratch memory.
  struct Place {
    std::size_t stream = scratch_stream;
    std::ptrdiff_t offset = 0;
    std::size_t constant = 0;  // in constants_
  };
  struct Loop {
    PieceLoop run;
    std::array<Place, 4> from;  // a, b, c, d
    std::ptrdiff_t to;          // in the scratch memory; of the last one: nowhere
  };
  // A little more than a piece, so that slots do not all lie in the same places of the cache.
  static constexpr std::size_t slot_words = static_cast<std::size_t>(piece_points) + 8;
  static constexpr std::size_t source_stream = 3;
  static constexpr std::size_t scratch_stream = 4;

  void merge_pairs();
  void share_slots();
  void choose_loops(Instructions instructions);
  Place place_of(const RowStep::Operand& operand);

  std::vector<RowStep> steps_;
  std::size_t slots_ = 0;
  std::vector<std::size_t> constant_steps_;
  std::vector<RowStep::Operand> constants_;
  std::vector<Loop> loops_;  // none for a formula of numbers alone
};

}  // namespace stencil
