// Words of a buffer that were sent to other places: a burst that went to the address of another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/device/capsule/capsule.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {

// sent, seen: of the load at `load`. The words of one load that are, all at one distance, at least half of the wrong
// ones; they may be the load's own. No value: no load has sent so many of them, or fewer than two.
std::optional<ValueExplanation> sent_elsewhere(const Capsule& capsule, std::size_t load,
                                               const std::vector<double>& sent, const std::vector<double>& seen);

}  // namespace stencil
