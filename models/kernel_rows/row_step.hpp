// The loops that compute a row of a formula, one after another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

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
  Operand a;              // where operands may change places and one of them is constant, it is this one
  Operand b;
  Then then = Then::nothing;  // an operation on this one's result, which is needed nowhere else, in the same loop
  bool alike = false;         // its other operand is c and d joined as a and b are; c alone otherwise
  Operand c;                  // subtract_from: c - result
  Operand d;
  bool constant = false;  // no operand differs from point to point
  bool merged = false;    // its loop is that of a later step
  std::size_t slot = 0;   // of the scratch memory where the result lies
};

}  // namespace stencil
