// Explains differences of cycles by the terms of the cycle laws. A cause is named only where it explains the numbers of
// all classes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/app/compare/causes/explanation.hpp"

namespace stencil {

// Each cause is fitted over all classes whose schedule hides nothing, those that do not differ included: a term holds
// exactly for all of them, or it is not named. Where blocks overlap, a cycle more of one cause may be one less of
// another: there the totals are held against what the terms found allow, and what goes beyond them is held against the
// ways to lose the overlap itself (explain_overlap()). Causes in the direction of the total, slower or faster, come
// first; among them those of the most classes. What moves against it is a consequence and is not explained.
std::vector<Explanation> explain(const std::vector<ClassPair>& pairs);

}  // namespace stencil
