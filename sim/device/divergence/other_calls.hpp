// Other calls that make a call wrong which is right by itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// Whether a store gives the right words where the call at `position` and all behind it wait for what is before.
bool right_with_wait(const Capsule& capsule, const CapsulePlayer& play, std::size_t position, std::size_t store);

// Whether the words of a store are right once the command at position `command`, which is given behind it, is done and
// has been swept without the store beside it. False too where the calls between them change those words.
bool right_after(const Capsule& capsule, const CapsulePlayer& play, std::size_t store, std::size_t command);

// The first call, the store itself or one behind it, with which its words are wrong that are right without: of 32 at
// most.
std::optional<std::size_t> spoiling_call(const Capsule& capsule, const CapsulePlayer& play, std::size_t store);

// Of a store that is right with waits between the calls: the load into a buffer of its command that was not held back,
// else the commands that overlap.
void name_other_call(Divergence& found, const Capsule& capsule, const CapsulePlayer& play, std::size_t command,
                     std::size_t store);

}  // namespace stencil
