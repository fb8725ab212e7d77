// The loops that a row of a formula is made of, one for each operation and each pair of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/kernel_rows/row_program.hpp"

namespace stencil {

inline constexpr std::ptrdiff_t piece_points = 256;  // some ten results of so many fit the smallest first-level caches

// A value for each point, or, where `each` is null, `all` for all.
struct PieceOperand {
  const double* each = nullptr;
  double all = 0.0;
};

// The operation or the pair of a step for `points` points, at most piece_points; c: of a pair. last: results are stored
// with every NaN canonical. @pre out overlaps no operand
void piece_loop(const RowStep& step, const PieceOperand& a, const PieceOperand& b, const PieceOperand& c, double* out,
                std::ptrdiff_t points, bool last);

}  // namespace stencil
