// Writes the lines that name the device of a run before it begins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/device/options.hpp"
#include "host/device/values/capabilities.hpp"

namespace stencil {

// The device, the bounds it does not tell, and the options that have no effect on it. timeline: --timeline was given.
std::vector<std::string> device_lines(const Capabilities& device, const LinkOptions& link, int ranks, bool timeline);

}  // namespace stencil
