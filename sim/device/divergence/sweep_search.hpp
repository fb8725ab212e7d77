// The sweep of a command, or of a chain, and the point at which it first goes wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// first, command: positions of the first command of the chain and of the wrong one; end: of the last call that is made.
// All that they load is right.
Divergence wrong_sweep(const Capsule& capsule, const CapsulePlayer& play, std::size_t first, std::size_t command,
                       std::size_t end);

}  // namespace stencil
