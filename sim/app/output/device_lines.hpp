// Lines that say which device a run uses, before it begins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/device/options.hpp"
#include "host/device/values/capabilities.hpp"

namespace stencil {

// What the device is, what it does not tell, and which options of the link it ignores.
std::vector<std::string> device_lines(const Capabilities& device, const LinkOptions& link, std::int64_t ranks);

}  // namespace stencil
