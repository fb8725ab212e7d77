// The words of local memory that a command reads and writes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/device/command.hpp"

namespace stencil {

std::vector<Place> words_read(const DeviceCommand& command);
// What it leaves undefined is not among them.
Place words_written(const DeviceCommand& command);

// A link of a chain of skewed blocks that the next command continues, or that continues the one before.
bool is_continued(const DeviceCommand& command);
bool continues(const DeviceCommand& command);

}  // namespace stencil
