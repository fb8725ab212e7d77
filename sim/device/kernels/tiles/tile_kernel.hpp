// The tile engine in the model device, and the registers that describe it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/device/contract/capability_reader.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/kernels/common/kernel_clock.hpp"

namespace stencil {

// Mirrors rtl/control/command_checker.v for tiles, and the engine around TileClock.
std::unique_ptr<KernelClock> make_tile_clock(const Capabilities& device);

// The bits of KERNELS for tiles, and the registers of tiles.
struct TileKernel {
  static constexpr std::uint64_t known = contract::kernel_tiles;
  static std::uint64_t bits(const Capabilities& device) {
    return device.tile_slots_max > 0 ? contract::kernel_tiles : 0;
  }
  // As kernel_register_bits(): without tiles TILE has only the bits that select a kernel.
  static std::uint64_t register_bits(std::uint32_t address, const Capabilities& device) {
    const bool edges = address == contract::REG_TILE_ROWS || address == contract::REG_TILE_COLS;
    if (device.tile_slots_max > 0 || (!edges && address != contract::REG_TILE)) return ~std::uint64_t{0};
    return edges ? 0 : contract::tile_kernel | contract::sweep_choices(device.operators);
  }
  static std::optional<std::uint64_t> capability(std::uint32_t address, const Capabilities& device);
  // Decodes the value read from KERNELS. Throws DeviceError for values that the contract does not allow.
  static void read_registers(const CapabilityReader& device, std::uint64_t kernels, Capabilities& capabilities);
};

}  // namespace stencil
