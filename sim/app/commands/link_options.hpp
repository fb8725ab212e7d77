// The options of the path between host and accelerator, the same for every command that has one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/accelerator.hpp"
#include "sim/app/cli/command.hpp"

namespace stencil {

void add_link_options(Command& command, LinkOptions& link);

}  // namespace stencil
