// The local part of a step of streaming sweeps: its checks, and copies of parts whose rows have gaps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/vsda/tokens/step_memory.hpp"
#include "step.h"

namespace stencil {

// The part with its defaults filled in. Throws ArgumentError. @pre rows > 0
[[nodiscard]] stencil_part checked_part(stencil_part part, std::int64_t sweeps);

void copy_rows(std::int64_t rows, std::int64_t cols, const double* from, std::int64_t from_stride, double* to,
               std::int64_t to_stride);

// The memory of one of the part's arrays that a step uses.
[[nodiscard]] SteppedArray stepped(const stencil_part& part, const double* array);
// The rows of one of the part's arrays without gaps.
[[nodiscard]] std::vector<double> packed(const stencil_part& part, const double* from);

}  // namespace stencil
