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

// Whether a smaller capsule, as the player gave it, still shows what the whole one does.
using KeepsFinding = std::function<bool(const Capsule& smaller)>;

// played: as it came from the player. Every step keeps some difference and, where `keeps` is given, the finding that it
// knows. Nothing where nothing differs to begin with. The result is as the player gave it.
std::optional<Capsule> minimised(const Capsule& played, const CapsulePlayer& play, const KeepsFinding& keeps = {});

}  // namespace stencil
