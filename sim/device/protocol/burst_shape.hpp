// A burst as its address announces it: what AXI4 allows, and which bytes a beat carries.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/contract/port_pins.hpp"

namespace stencil {

inline std::int64_t beats_of(const AddressPins& burst) {
  return std::int64_t{burst.length} + 1;
}

// Throws DeviceError where AXI4 has no such burst. bus_bytes: width of the data port.
void check_burst(const AddressPins& burst, unsigned bus_bytes, Channel channel, std::int64_t cycle);

// A bit per byte lane that beat number `beat`, from 0, carries.
std::uint64_t byte_lanes_of(const AddressPins& burst, std::int64_t beat, unsigned bus_bytes);

}  // namespace stencil
