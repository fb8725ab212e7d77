// Watches a device that makes the calls of a capsule again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sim/app/capsule/capture.hpp"
#include "sim/device/contract/inspection.hpp"
#include "sim/device/divergence/look/device_look.hpp"

namespace stencil {

// The module to watch.
enum class Inside { hidden, shown };  // shown: a traced module, whose operators can be seen

// Plays the calls on a new device that is inspected so. Throws DeviceError where it does not give the same values and
// cycles.
Capsule play_inspected(const Capsule& calls, AcceleratorOptions machine, const Inspection& inspection,
                       const AcceleratorMaker& make_device);

// Empty for a machine other than rtl, which has no pins. What it then returns has no value where the device does not do
// the same again.
DeviceWatch watch_of(const AcceleratorOptions& machine, Inside inside, const AcceleratorMaker& make_device);

}  // namespace stencil
