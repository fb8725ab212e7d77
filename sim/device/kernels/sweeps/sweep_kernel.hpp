// The streaming engine in the model device, and what a device says of its point operators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "sim/device/kernels/common/kernel_clock.hpp"

namespace stencil {

// Mirrors rtl/control/command_checker.v for sweeps, and the engine around EngineClock.
std::unique_ptr<KernelClock> make_sweep_clock(const Capabilities& device);

// Bits of KERNELS, with their names.
struct SweepKernels {
  static constexpr const char* names = "bit 0: Jacobi";
  static constexpr std::uint64_t known = contract::kernel_jacobi;
  static std::uint64_t bits(const Capabilities& device) {
    return (device.sweeps ? contract::kernel_jacobi : 0) | (device.measures_change ? contract::kernel_change : 0);
  }
  // As kernel_register_bits().
  static std::uint64_t register_bits(std::uint32_t address, const Capabilities& device) {
    const bool weight = address == contract::REG_RDX2 || address == contract::REG_RDY2 || address == contract::REG_BETA;
    const bool missing = (weight && !device.sweeps) || (address == contract::REG_CHANGE && !device.measures_change);
    return missing ? 0 : ~std::uint64_t{0};
  }
  // From KERNELS as it was read.
  static void tell(std::uint64_t kernels, Capabilities& told) {
    told.sweeps = (kernels & contract::kernel_jacobi) != 0;
    told.measures_change = (kernels & contract::kernel_change) != 0;
  }
};

// Points a second that this machine's golden sweeps set, tried out.
double golden_points_per_second();

}  // namespace stencil
