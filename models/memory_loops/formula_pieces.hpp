// A formula evaluated over pieces of a row, one operation after another: nothing is merged or rewritten, as golden rows
// (models/kernel_rows) do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/instructions/instructions.hpp"
#include "models/kernel_file/formula.hpp"

namespace stencil {

// As memory_row() (models/memory_loops/memory_rows.hpp). rows: the row before, the row, the row after. r may be null
// for a formula that reads no source.
void set_row_in_pieces(const Formula& formula, const double* numbers, std::int64_t cols,
                       const std::array<const double*, 3>& rows, const double* r, double* out,
                       Instructions instructions);

}  // namespace stencil
