// Of calls kept from the last that read nothing of earlier ones: those of the wait at which the device fails, alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/capsule/capture.hpp"

namespace stencil {

inline constexpr const char* refused_command = "device refused a command";

// To have the same failure again: a device that hangs is waited for no longer than in the run.
AcceleratorOptions failing_machine(const AcceleratorOptions& device);

// Makes the calls again on a new device, and reads from it what the last group finds in local memory. Returns `failed`
// where that device does not fail, or not at those calls.
Capsule failing_group(const Capsule& failed, const AcceleratorOptions& machine, const AcceleratorMaker& maker);

}  // namespace stencil
