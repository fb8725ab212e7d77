// Capsules with fewer calls and fewer sweeps, and with stores that look into the buffers of a device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "sim/device/capsule/capsule.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {

// Whether the call is a command that reads the buffer of this place.
bool uses(const CapsuleCall& call, const Place& place);

// The calls before position `end`.
Capsule calls_before(const Capsule& capsule, std::size_t end);

// Adds a wait and stores of these places; returns the position of the first store.
std::size_t look_at(Capsule& capsule, const std::vector<Place>& places);

// With a wait before the call at this position; later calls move one on.
Capsule with_wait(Capsule capsule, std::size_t before);
// Without the call at this position, for which no other waits then.
Capsule without_call(Capsule capsule, std::size_t position);
// With a wait before each call but the first.
Capsule with_waits(Capsule capsule);

// Buffers of all calls so many numbers on.
void shift_buffers(Capsule& capsule, int f, int r);

// Number of commands before position `end`.
std::size_t commands_before(const Capsule& capsule, std::size_t end);

// Positions of the commands, in order.
std::vector<std::size_t> command_positions(const Capsule& capsule);

// The first command of the chain that the command at this position continues, or itself; positions.
std::size_t chain_start(const Capsule& capsule, std::size_t command);

// All commands of [first, last] with this many sweeps. The stores of a chain get all that its commands then finish.
Capsule with_sweeps(Capsule capsule, std::size_t first, std::size_t last, std::int64_t sweeps);

// The last command before a call that works on this buffer of f.
std::optional<std::size_t> command_of(const Capsule& capsule, std::size_t call, int f_buffer);

// What was in the buffers of a command before the loads that it waits for, and what the loads after it bring.
BufferContents other_contents(const Capsule& capsule, std::size_t command);

}  // namespace stencil
