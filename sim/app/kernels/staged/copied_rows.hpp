// Rows that divided sweeps copy in every step while the shares do not change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/strips/strips.hpp"

namespace stencil {

struct SplitStrip {
  Strip strip;
  std::int64_t device_rows = 0;  // the northern ones of its owned rows
};

// Rows of f and r that the sweeps of a step copy, both directions together: the mean of a step that takes the strips by
// rising numbers and one by falling numbers. Strip k uses buffer k mod f_places of f and k mod r_places of r; strips
// with the same buffer take turns, and the last one of a step is still there for the next. Halo rows are copied in
// every step. halo: halo rows on each side.
double copied_rows(const std::vector<SplitStrip>& strips, std::int64_t halo, std::int64_t f_places,
                   std::int64_t r_places);

}  // namespace stencil
