// What a capsule says of the device that its calls were made on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Fills in what is known of a device beside the options it was asked for with: capabilities, plusargs, parameters and
// digest of its RTL. Options are set before.
void describe_machine(Capsule& capsule, const Capabilities& device, const std::string& module);

}  // namespace stencil
