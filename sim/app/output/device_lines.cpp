// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/device_lines.hpp"

#include <fmt/format.h>

namespace stencil {

std::vector<std::string> device_lines(const Capabilities& device, const LinkOptions& link, std::int64_t ranks) {
  std::vector<std::string> lines{fmt::format(
      "accelerator {}, configuration {}: {} processing element{} of {} lane{}, {} words a buffer ({} of f, {} of r), "
      "rows of up to {} columns, {}-bit port; one in each of {} rank{}",
      device.accel, device.config, device.pes, device.pes == 1 ? "" : "s", device.lanes, device.lanes == 1 ? "" : "s",
      device.memory_words, device.f_buffers, device.r_buffers, device.max_cols, device.axi_data_bits, ranks,
      ranks == 1 ? "" : "s")};
  if (device.timed && device.settle_cycles == 0) {
    lines.emplace_back(
        "contract version 3: the device tells no bounds, so no clock is skipped, and it counts as hung when it is "
        "quiet for a thousand times what is expected");
  }
  const LinkOptions usual;
  if (!device.timed && (link.burst_beats != usual.burst_beats || link.bytes_per_cycle != usual.bytes_per_cycle ||
                        link.latency_cycles != usual.latency_cycles)) {
    lines.push_back(fmt::format(
        "--burst, --link-bytes and --link-latency are without effect: accelerator {} has no clock", device.accel));
  }
  return lines;
}

}  // namespace stencil
