// The commands of all kernels, as a host posts them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "host/device/kernels/sweeps/sweep_command.hpp"
#include "host/device/kernels/tiles/tile_command.hpp"

#pragma GCC visibility push(default)
namespace stencil {

using DeviceCommand = std::variant<SweepCommand, TileCommand>;

inline CommandBlock command_block(const DeviceCommand& command) {
  return std::visit([](const auto& of) { return of.block(); }, command);
}

}  // namespace stencil
#pragma GCC visibility pop
