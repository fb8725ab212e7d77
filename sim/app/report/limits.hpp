// The roofline of a block: what issue slots and bytes alone cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

// The largest of stream_cycles, the cycles the link needs for what is loaded, and for what is stored: what a device
// whose buffers and ports never wait for one another would need.
std::int64_t roofline_cycles(const Capabilities& device, std::int64_t stream_cycles, const TrafficCounts& traffic);

}  // namespace stencil
