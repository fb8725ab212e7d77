// Of calls kept from the last that read nothing of earlier ones: those of the wait at which the device fails, alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/capsule/capture.hpp"

namespace stencil {

// Makes the calls again on a new device, and reads from it what the last group finds in local memory. Returns `failed`
// where that device does not fail, or not at those calls.
Capsule failing_group(const Capsule& failed, const AcceleratorOptions& machine, const AcceleratorMaker& maker);

}  // namespace stencil
