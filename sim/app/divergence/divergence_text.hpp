// The first divergence of a capsule for people.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// Where, what, the room, what it looks like, the operands: lines of at most 80 columns, the first of which begins with
// "first divergence: ". No newline at the end.
std::string divergence_text(const Capsule& capsule, const Divergence& divergence);

}  // namespace stencil
