// The component of a divergence in words: which other calls it needs, and the guess.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// "component: adder; as if adder '... - r' had added (the first 256 wrong values)", in one line.
std::string component_text(const Capsule& capsule, const Divergence& divergence);

}  // namespace stencil
