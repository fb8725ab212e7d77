// The numbers of a command that a device checks before it takes it, beside their limits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/device/command.hpp"
#include "host/device/values/capabilities.hpp"

namespace stencil {

// "rows*cols 16,384 of MEMORY_WORDS 16,384, cols 1,024 of MAX_COLS 1,024, f buffer 1 of 2, OPERATOR, which KERNELS
// shows"; of a link of a chain passes*beats, of a tile its edges in the first sweep and in the last: by these numbers
// rtl/CONTRACT.md refuses a command.
std::string checked_numbers(const DeviceCommand& command, const Capabilities& device);

}  // namespace stencil
