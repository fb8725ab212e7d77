// The one accelerator behind the C functions of this process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/accelerator.hpp"

namespace stencil {

// Makes it at the first call, as the environment asks (accel.h), through make_accelerator.
// Throws ArgumentError for a value that is not known, naming those that are; what make_accelerator throws.
// It lives until the process ends: report writers that run at exit may still use it. Not for several threads.
Accelerator& process_accelerator();

// Null when no C function has asked for one yet; never makes one.
Accelerator* made_process_accelerator();

// What it was made with; defaults when there is none.
LinkOptions process_accelerator_link();

// Destroys it and empties the call ledger, as if the process had just begun. For tests.
void reset_process_accelerator();

}  // namespace stencil
