// Tile commands as a device takes them: registers, buffers, cycles, golden execution.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/kernels/tiles/tile_command.hpp"
#include "models/local_memory.hpp"
#include "sim/device/contract/job.hpp"
#include "sim/device/kernels/common/device_side.hpp"
#include "sim/device/kernels/tiles/tile_timing.hpp"

namespace stencil {

inline TileEngineShape tile_engine_shape(const Capabilities& device) {
  return {device.pes, device.tile_latency, device.tile_slots_min, device.tile_slots_max};
}
inline TileShape tile_shape(const Tile& tile) {
  return {tile.rows, tile.cols, tile.sweeps};
}

template <>
struct DeviceSide<TileCommand> {
  static constexpr const char* name = "a tile";
  // Names r buffer 0, which a tile does not use: a command must name one.
  static QueuedCommand queued(const TileCommand& command);
  // Chooses the number of row slots that makes the command shortest. Does not write the weights of sweeps.
  static std::vector<JobWord> job(const TileCommand& command, const Capabilities& device);
  // The r buffer is not counted as held, although the device holds it: no later burst may rely on that.
  static HeldBuffers buffers(const TileCommand& command) { return {command.f_buffer, HeldBuffers::none}; }
  static std::int64_t busy_cycles(const TileCommand& command, const Capabilities& device);
  // Assumes that every element sets a point per cycle from the first cycle to the last.
  static EngineUse ideal(const TileCommand& command, const Capabilities& device);
  static bool follows(const TileCommand&, const TileCommand&) { return false; }
  static void run(LocalMemory& memory, const TileCommand& command) { memory.tile(command, command.f_buffer); }
  static std::vector<Place> undefined(const TileCommand&) { return {}; }
  // Each point that is set and its neighbours; a point is an operand of itself.
  static std::vector<Place> operands(const TileCommand& command);
  static std::vector<Place> results(const TileCommand&) { return {}; }
};

}  // namespace stencil
