// A smaller capsule with a difference: fewer commands, sweeps, rows, columns, and plainer values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Plays a capsule on a new device and returns what it gave, expected values untouched. Throws ArgumentError where the
// device does not take the calls.
using CapsulePlayer = std::function<Capsule(const Capsule&)>;

// played: as it came from the player. Every step keeps some difference, not always the same one: a smaller case of one
// fault is worth more than a large case of another. Nothing where nothing differs to begin with. The result is as the
// player gave it.
std::optional<Capsule> minimised(const Capsule& played, const CapsulePlayer& play);

}  // namespace stencil
