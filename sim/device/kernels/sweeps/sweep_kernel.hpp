// The streaming engine in the model device, and what a device says of its point operators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "sim/device/kernels/common/kernel_clock.hpp"

namespace stencil {

// Mirrors rtl/control/command_checker.v for sweeps, and the engine around EngineClock.
std::unique_ptr<KernelClock> make_sweep_clock(const Capabilities& device);

// Bits of KERNELS, and the registers of the operators' numbers.
struct SweepKernels {
  static std::uint64_t bits(const Capabilities& device);
  // As kernel_register_bits().
  static std::uint64_t register_bits(std::uint32_t address, const Capabilities& device);
  // From KERNELS as it was read.
  static void tell(std::uint64_t kernels, Capabilities& told);
};

// Points a second that this machine's golden sweeps set, tried out.
double golden_points_per_second();

}  // namespace stencil
