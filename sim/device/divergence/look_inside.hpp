// What a look inside a device adds to a divergence that was found from outside.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// events: the wrong results of operators, in order. The first that an operator of the point gave of its right operands
// is the cause; without any event all operators were right, and what they were given was wrong.
void look_inside(Divergence& divergence, const std::vector<OperatorEvent>& events);

}  // namespace stencil
