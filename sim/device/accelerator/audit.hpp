// Compares the performance counters of the device with what its pins showed.
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

// The performance counters were cleared somewhere between these two; nothing but registers moved in between.
struct CountersCleared {
  DeviceCounts before;
  DeviceCounts after;
};

// Reads every performance counter of an idle device. A counter of something that goes on all the time, CYCLES_TOTAL
// and CYCLES_IDLE, must lie between what the pins had shown when the read was posted and when it was answered; the
// registers of DmaCycles between the bounds of dma_registers; all others are equal. No prediction is compared.
// Returns DmaCycles, zeros for registers that devices of this contract version need not have. Throws DeviceError with
// the first counter that differs.
DmaCycles audit_counters(const std::function<std::uint64_t(contract::Register)>& read,
                         const std::function<const DeviceCounts&()>& pins, const CountersCleared& cleared,
                         std::int64_t commands, std::int64_t contract_version);

}  // namespace stencil
