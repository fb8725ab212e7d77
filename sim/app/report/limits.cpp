// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/limits.hpp"

#include <algorithm>
#include <cmath>

namespace stencil {
namespace {

std::int64_t link_cycles(const Capabilities& device, std::int64_t bytes) {
  if (device.link_bytes_per_cycle <= 0.0) return 0;
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(bytes) / device.link_bytes_per_cycle));
}

}  // namespace

std::int64_t roofline_cycles(const Capabilities& device, std::int64_t stream_cycles, const TrafficCounts& traffic) {
  return std::max(
      {stream_cycles, link_cycles(device, traffic.bytes_to_device), link_cycles(device, traffic.bytes_from_device)});
}

}  // namespace stencil
