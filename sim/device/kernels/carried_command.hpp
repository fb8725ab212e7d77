// Holds the registers that are to carry a command against the command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/device/command.hpp"
#include "host/device/values/capabilities.hpp"

namespace stencil {

// What a device of these capabilities takes the command for, by its model, which reads the registers and COMMAND:
// "above is 1 for it, must be 0". Empty: for the command itself; or the model knows no kernel that has it.
std::string wrongly_carried(const DeviceCommand& command, const Capabilities& device);

}  // namespace stencil
