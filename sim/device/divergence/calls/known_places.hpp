// The golden words of each place in local memory that calls have set so far.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "sim/device/capsule/capsule.hpp"
#include "sim/device/divergence/guesses/sent_elsewhere.hpp"

namespace stencil {

// Before the call at position `end`: each place that a load, a command or the contents before all calls have set, once.
std::vector<PlaceWords> places_before(const Capsule& capsule, std::size_t end);

}  // namespace stencil
