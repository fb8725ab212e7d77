// The loops that a row of a formula is made of, one for each operation and for those that share one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/instructions/instructions.hpp"
#include "models/kernel_rows/row_step.hpp"

namespace stencil {

inline constexpr std::ptrdiff_t piece_points = 256;  // some ten results of so many fit the smallest first-level caches

// A value for each point, or, for the loops of an operand that is constant, `all` for all.
struct PieceOperand {
  const double* each = nullptr;
  double all = 0.0;
};

// Of a step; c and d where it has them.
struct PieceOperands {
  PieceOperand a, b, c, d;
};

// Sets out[0 .. points - 1], at most piece_points of them. @pre out overlaps no operand
using PieceLoop = void (*)(const PieceOperands* from, double* out, std::ptrdiff_t points);

// The loop of a step that is not constant. last: results are stored with every NaN canonical.
PieceLoop piece_loop(const RowStep& step, bool last, Instructions instructions);

// The result of a constant step.
double constant_result(RowStep::Kind kind, double a, double b);

}  // namespace stencil
