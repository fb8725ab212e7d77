// Compares the performance counters of a device with counts taken at its pins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/contract/device.hpp"

namespace stencil {

// Every error of an audit begins so.
constexpr const char* audit_failure = "audit: register ";

// Pin counts around the clearing of the performance counters: only register accesses happened between the two.
struct CountersCleared {
  DeviceCounts before;
  DeviceCounts after;
};

// Reads every performance counter of an idle device and compares it with the pins, never with a prediction.
// CYCLES_TOTAL and CYCLES_IDLE run all the time: they must lie between the pin counts when the read was posted and when
// it was answered. The registers of DmaCycles must lie between the bounds of dma_registers. All others must be equal.
// Returns DmaCycles, with zeros for registers that devices of this contract version need not have. Throws DeviceError
// with the first counter that differs.
DmaCycles audit_counters(const std::function<std::uint64_t(contract::Register)>& read,
                         const std::function<const DeviceCounts&()>& pins, const CountersCleared& cleared,
                         std::int64_t commands, std::int64_t contract_version);

}  // namespace stencil
