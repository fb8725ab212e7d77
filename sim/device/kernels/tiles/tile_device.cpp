// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_device.hpp"

#include "sim/device/kernels/tiles/tile_points.hpp"
#include "sim/device/kernels/tiles/tile_registers.hpp"

namespace stencil {

using namespace contract;
using TileSide = DeviceSide<TileCommand>;

QueuedCommand TileSide::queued(const TileCommand& command) {
  QueuedCommand queued;
  queued.rows = command.rows;
  queued.f_buffer = static_cast<unsigned>(command.f_buffer);
  return queued;
}

std::vector<JobWord> TileSide::job(const TileCommand& command, const Capabilities& device) {
  const TileRegisters edges = tile_registers(command, best_slots(tile_engine_shape(device), tile_shape(command)));
  return {{REG_NITER, static_cast<std::uint64_t>(command.sweeps)},
          {REG_COLS, static_cast<std::uint64_t>(command.cols)},
          {REG_TILE, edges.tile},
          {REG_TILE_ROWS, edges.rows},
          {REG_TILE_COLS, edges.cols}};
}

std::int64_t TileSide::busy_cycles(const TileCommand& command, const Capabilities& device) {
  const TileEngineShape engine = tile_engine_shape(device);
  const TileShape shape = tile_shape(command);
  return tile_timing(engine, shape, best_slots(engine, shape)).busy_cycles;
}

EngineUse TileSide::ideal(const TileCommand& command, const Capabilities& device) {
  return {ideal_tile_cycles(device.pes, command.sweeps, points_set(command)), 0, 0};
}

}  // namespace stencil
