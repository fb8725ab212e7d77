// Where blocks overlap: holds totals against what was explained, and finds the overlap that was lost or gained.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/app/compare/causes/explanation.hpp"

namespace stencil {

// visible: classes whose schedule hides nothing, which `found` explains. Adds to those explanations the overlapped
// classes in which they hold exactly; returns explanations of what goes beyond them.
std::vector<Explanation> explain_overlap(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible,
                                         std::vector<Explanation>& found);

}  // namespace stencil
