// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/device.hpp"

#include <algorithm>
#include <limits>

namespace stencil::synthesis {

// Sources: AMD DS890, UltraScale Architecture and Product Data Sheet: Overview; DS987 for the XCK26 of the Kria K26.
const std::vector<Device>& devices() {
  static const std::vector<Device> list = {
      {"XCK26", "Kria KV260", {117120, 57600, 234240, 1248, 2 * 144, 64}},
      {"XCVU9P", "Alveo U200, VCU118, AWS F1", {1182240, 591840, 2364480, 6840, 2 * 2160, 960}},
  };
  return list;
}

std::vector<Share> shares(const Resources& used, const Device& device) {
  const auto share = [](std::int64_t needed, std::int64_t there) {
    if (needed == 0) return 0.0;
    return there == 0 ? std::numeric_limits<double>::infinity()
                      : static_cast<double>(needed) / static_cast<double>(there);
  };
  const Resources& holds = device.holds;
  return {{"LUT", share(used.luts, holds.luts)},
          {"memory LUT", share(used.memory_luts, holds.memory_luts)},
          {"FF", share(used.flip_flops, holds.flip_flops)},
          {"DSP", share(used.dsps, holds.dsps)},
          {"block RAM", share(used.half_block_rams, holds.half_block_rams)},
          {"UltraRAM", share(used.ultra_rams, holds.ultra_rams)}};
}

Share largest_share(const Resources& used, const Device& device) {
  const std::vector<Share> all = shares(used, device);
  return *std::max_element(all.begin(), all.end(), [](const Share& a, const Share& b) { return a.share < b.share; });
}

const Device* smallest_device(const Resources& used) {
  for (const Device& device : devices()) {
    if (largest_share(used, device).share <= usable_share) return &device;
  }
  return nullptr;
}

}  // namespace stencil::synthesis
