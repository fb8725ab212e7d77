// The module of a device that a program of the user's needs and that is not built yet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/options.hpp"

namespace stencil {

// Where the device is RTL with a formula that its configuration lacks: finds or builds the module in the user's cache
// (sim/app/modules), and puts it into `device`. No call of MPI: each rank of a program makes its accelerator when it
// needs one. The first one builds, the others wait for it at the lock of the cache. Throws what ModuleMaker throws.
void build_client_module(AcceleratorOptions& device);

}  // namespace stencil
