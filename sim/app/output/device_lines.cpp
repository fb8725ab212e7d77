// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/device_lines.hpp"

#include <fmt/format.h>

#include "sim/app/output/terminal.hpp"

namespace stencil {

std::vector<std::string> device_lines(const Capabilities& device, const LinkOptions& link, int ranks, bool timeline) {
  std::vector<std::string> lines{device_line(device, ranks)};
  if (device.timed && device.settle_cycles == 0) {
    lines.emplace_back(
        "contract version 3: the device tells no bounds, so no clock is skipped, and it\n"
        "  counts as hung after a thousand times the expected cycles without an answer");
  }
  if (device.timed) return lines;
  const LinkOptions usual;
  if (link.burst_beats != usual.burst_beats || link.bytes_per_cycle != usual.bytes_per_cycle ||
      link.latency_cycles != usual.latency_cycles) {
    lines.push_back(fmt::format(
        "--burst, --link-bytes and --link-latency have no effect:\n  accelerator {} has no clock", device.accel));
  }
  if (timeline) {
    lines.push_back(
        fmt::format("--timeline has phases and messages only:\n  accelerator {} has no clock", device.accel));
  }
  return lines;
}

}  // namespace stencil
