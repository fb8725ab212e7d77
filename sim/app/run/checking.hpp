// The checks beside a run that --paranoid switches on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/device/accelerator.hpp"

namespace stencil {

// Poison, where any is asked for, for the largest block of a run.
AcceleratorOptions poisoned(AcceleratorOptions device, std::int64_t block_words);

// "paranoid: ...": what is checked of this device, and what cannot be.
std::string paranoid_line(const Capabilities& device, bool compares_blocks);

}  // namespace stencil
