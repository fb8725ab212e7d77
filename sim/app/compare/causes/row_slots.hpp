// Tiles that are processed in another number of row slots.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/app/compare/causes/explanation.hpp"

namespace stencil {

// Where all classes are tiles and the cycles of each differ by as many row slots more, or fewer, in the law of
// rtl/CONTRACT.md: that explanation of the series, which is of "compute".
std::optional<Explanation> explain_row_slots(const std::vector<ClassPair>& pairs, const Series& series);

}  // namespace stencil
