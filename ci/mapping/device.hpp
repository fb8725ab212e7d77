// Devices, and whether a design fits one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ci/mapping/netlist/primitives.hpp"

namespace stencil::synthesis {

struct Device {
  std::string name;
  std::string found_on;  // a card or board that can be bought
  Resources holds;       // memory_luts: LUTs that can serve as memory
};

// From small to large.
const std::vector<Device>& devices();

// A fifth stays free for placement and for the logic around the accelerator.
constexpr double usable_share = 0.8;

struct Share {
  std::string resource;  // "LUT", "DSP", ...
  double share = 0;      // 1: all that the device has
};

// In the order LUT, memory LUT, FF, DSP, block RAM, UltraRAM. A resource the device lacks but the design needs has an
// infinite share.
std::vector<Share> shares(const Resources& used, const Device& device);
Share largest_share(const Resources& used, const Device& device);

// The first device that holds it within usable_share; null if none does.
const Device* smallest_device(const Resources& used);

}  // namespace stencil::synthesis
