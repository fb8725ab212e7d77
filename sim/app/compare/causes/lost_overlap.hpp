// Ways to lose, or gain, the overlap of commands, loads and stores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/app/compare/causes/explanation.hpp"

namespace stencil {

// Holds each way against the numbers of the overlapped classes and names those that none of them contradicts; neither
// fits nor names if there is none. visible: classes whose schedule hides nothing, in which nothing differs; beyond:
// overlapped classes that differ.
Explanation explain_lost_overlap(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible,
                                 const std::vector<std::size_t>& beyond);

}  // namespace stencil
