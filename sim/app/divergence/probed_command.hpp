// A command that a device refuses, or hangs at: how it takes the same command with one number changed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "sim/device/capsule/minimise.hpp"

namespace stencil {

// calls: up to the command, which hangs where no call behind it is made. Whether it does so with other sweeps, and with
// no more than one pass of our RTL makes. Text of one line or more; empty: nothing is known.
std::string hang_of_other_sweeps(const Capsule& calls, std::size_t command, const CapsulePlayer& play);

// calls: after whose commands a transfer hangs in a device that has done all of them. Whether it does so where no
// command is made.
std::string hang_without_commands(const Capsule& calls, const CapsulePlayer& play);

// calls: up to the command, which is refused. The numbers of which one alone, changed, has it taken.
std::string taken_otherwise(const Capsule& calls, std::size_t command, const CapsulePlayer& play);

}  // namespace stencil
