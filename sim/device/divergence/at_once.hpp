// Two commands that a device has at once, of other buffers each, and wrong only so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "sim/device/capsule/minimise.hpp"

namespace stencil {

// Of commands that are wrong where the device has both: with how many sweeps, the component and what it looks like, or
// the first wrong word, found where both are loaded before and follow each other at once. Empty: they are right so.
std::string wrong_at_once(const Capsule& capsule, const CapsulePlayer& play, std::size_t first, std::size_t second);

}  // namespace stencil
