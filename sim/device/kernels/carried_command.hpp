// Holds the registers that are to carry a command against the command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/device/command.hpp"
#include "host/device/values/capabilities.hpp"

namespace stencil {

// Encodes the command into the job registers and COMMAND, decodes these as the model of the device does, and names the
// first field that differs: "above is 1 there, must be 0". Empty: none does, or the model has no kernel for it.
std::string wrongly_carried(const DeviceCommand& command, const Capabilities& device);

}  // namespace stencil
