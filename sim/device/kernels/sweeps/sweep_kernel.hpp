// The streaming engine in the model device, and the registers that describe its point operators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/device/contract/capability_reader.hpp"
#include "sim/device/kernels/common/kernel_clock.hpp"

namespace stencil {

// Mirrors rtl/control/command_checker.v for sweeps, and the engine around EngineClock.
std::unique_ptr<KernelClock> make_sweep_clock(const Capabilities& device);

// Bits of KERNELS, and the registers of the weights.
struct SweepKernels {
  static std::uint64_t bits(const Capabilities& device);
  // As kernel_register_bits().
  static std::uint64_t register_bits(std::uint32_t address, const Capabilities& device);
  // The value of a register that describes the formula; none for other addresses.
  static std::optional<std::uint64_t> capability(std::uint32_t address, const Capabilities& device);
  // Decodes the value read from KERNELS.
  static void set_operators(std::uint64_t kernels, Capabilities& capabilities);
  // Reads what the formula is called. Throws DeviceError for a value that the contract does not allow.
  static void read_registers(const CapabilityReader& device, std::uint64_t kernels, Capabilities& capabilities);
};

// Measures how many points per second the golden sweeps set on this machine.
double golden_points_per_second();

}  // namespace stencil
