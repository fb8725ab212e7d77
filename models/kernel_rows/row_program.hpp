// A formula evaluated for rows of points without a compiler: operation by operation over pieces that stay in the cache.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/kernel_file/formula.hpp"

namespace stencil {

// One loop over a piece of a row, or one operation of numbers for the whole row. Signs that operands carry are gone: a
// sum becomes a difference, a number its negative.
struct RowStep {
  enum class Kind { add, subtract, minus_sum, multiply, minus_product, divide, minus_quotient };
  enum class Then { nothing, add, subtract, subtract_from, multiply };
  enum class From { field, source, number, literal, step, constant_step };

  struct Operand {
    From from = From::literal;
    bool negated = false;  // of a number, literal or constant step alone
    int row = 0;           // field
    int col = 0;
    std::size_t index = 0;  // number, step, constant step
    double literal = 0.0;

    bool constant() const { return from == From::number || from == From::literal || from == From::constant_step; }
  };

  Kind kind = Kind::add;  // minus_sum: -a - b; minus_product: -(a*b); divide: a/b
  Operand a;
  Operand b;
  Then then = Then::nothing;  // an operation on this one's result, which is needed nowhere else, in the same loop
  Operand c;                  // its other operand; subtract_from: c - result
  bool constant = false;      // no operand differs from point to point
  bool merged = false;        // its loop is that of a later step
  std::size_t slot = 0;       // of the scratch memory where the result lies
};

class RowProgram {
 public:
  explicit RowProgram(const Formula& formula);

  // Sets the inner columns of `out` from a row, `centre`, its neighbours and r at the row, as they were before the
  // sweep: in binary64, one rounding per operation, nothing fused, in the formula's order; a NaN result is stored as
  // canonical_nan_bits. Does not write columns 0 and cols - 1, and nothing for cols < 3. numbers: by their places in
  // Formula::numbers. r is not read, and may be null, for a formula that reads no source.
  // @pre out overlaps none of the others
  void row(std::int64_t cols, const double* north, const double* centre, const double* south, const double* r,
           double* out, const double* numbers) const;

  // Loops over a piece, and values of a piece that are kept at once.
  std::size_t loops() const;
  std::size_t slots() const { return slots_; }

 private:
  void merge_pairs();
  void share_slots();

  std::vector<RowStep> steps_;
  std::size_t slots_ = 0;
};

}  // namespace stencil
