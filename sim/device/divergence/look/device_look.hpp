// Cycles and wrong operator results, observed at a device while it replays a capsule.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/device/capsule/capsule.hpp"
#include "sim/device/divergence/look/operator_event.hpp"

namespace stencil {

// Cycles are the device's, since its reset.
struct DeviceLook {
  std::vector<std::int64_t> commands;  // in which each command of the capsule was given
  std::int64_t leaves = 0;             // in which the first wrong word left
  // Wrong results of operators that can reach memory, in order; no value: its operators cannot be seen.
  std::optional<std::vector<OperatorEvent>> events = std::nullopt;
};

// Makes the calls of a capsule whose values differ on a new device. No value: there is nothing to be seen.
using DeviceWatch = std::function<std::optional<DeviceLook>(const Capsule& capsule)>;

}  // namespace stencil
