// What divided sweeps copy in every step while the shares stay.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/strips/strips.hpp"

namespace stencil {

struct SplitStrip {
  Strip strip;
  std::int64_t device_rows = 0;  // the first of its owned rows
};

// Rows of f and r that the sweeps of a step copy either way, the mean of a step that goes through the strips upwards
// and one that goes downwards. Strip k has place k mod f_places of f, and k mod r_places of r; strips that have the
// same place take turns, and the one that was last in a step is there for the next. Shadows are new in every step.
double lasting_rows(const std::vector<SplitStrip>& strips, std::int64_t shadow, std::int64_t f_places,
                    std::int64_t r_places);

}  // namespace stencil
