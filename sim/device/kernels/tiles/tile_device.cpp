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

std::vector<Place> TileSide::operands(const TileCommand& command) {
  std::vector<Place> places;
  for (std::int64_t t = 1; t <= command.sweeps; ++t) {
    const std::int64_t top = command.top.in_sweep(t), bottom = command.bottom.in_sweep(t);
    const std::int64_t left = command.left.in_sweep(t), right = command.right.in_sweep(t);
    if (top >= bottom || left >= right) continue;
    const auto add = [&](std::int64_t row, std::int64_t first, std::int64_t end) {
      places.push_back({Bank::f, command.f_buffer, row * command.cols + first, end - first});
    };
    add(top - 1, left, right);
    for (std::int64_t row = top; row < bottom; ++row) add(row, left - 1, right + 1);
    add(bottom, left, right);
  }
  return places;
}

EngineUse TileSide::ideal(const TileCommand& command, const Capabilities& device) {
  return {ideal_tile_cycles(device.pes, command.sweeps, points_set(command)), 0, 0};
}

}  // namespace stencil
