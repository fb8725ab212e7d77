// The roofline of a block: the cycles that issue slots and bytes alone need.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

// The largest of stream_cycles, the link cycles of the loads, and those of the stores: the cycles of a device whose
// engine and ports never wait for one another.
std::int64_t roofline_cycles(const Capabilities& device, std::int64_t stream_cycles, const TrafficCounts& traffic);

}  // namespace stencil
