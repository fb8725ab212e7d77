// Loads whose words the host changed before the device had read them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "sim/device/capsule/minimise.hpp"
#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// played: its stores differ, `wrong`, while a new device makes the same calls right. Where that one gives the same
// wrong words with what the host had put there before the loads were done, that is why. No value: it does not.
std::optional<Divergence> late_loads(const Capsule& played, const CapsulePlayer& play, const CapsuleDifference& wrong);

}  // namespace stencil
