// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_record.hpp"

#include "sim/app/report/limits.hpp"
#include "sim/device/kernels/tiles/tile_points.hpp"
#include "sim/device/kernels/tiles/tile_timing.hpp"

namespace stencil {

BlockLimits tile_limits(const Capabilities& device, const TileCommand& command, const TrafficCounts& traffic) {
  BlockLimits limits;
  const std::int64_t slopes = command.bottom.slope - command.top.slope;
  limits.rows_swept =
      command.sweeps * (command.bottom.at - command.top.at) + slopes * (command.sweeps * (command.sweeps - 1) / 2);
  if (!device.timed || command.sweeps == 0) return limits;
  limits.stream_cycles = ideal_tile_cycles(device.pes, command.sweeps, points_set(command));
  limits.roofline_cycles = roofline_cycles(device, limits.stream_cycles, traffic);
  return limits;
}

BlockRecord tile_record(const Capabilities& device, std::int64_t rank, std::int64_t tiles, const TileRun& run) {
  const TileCommand& command = run.block.command;
  BlockRecord record;
  record.rank = rank;
  record.step = step_of(run.round, command.backward);
  record.block = run.index % tiles;
  record.rows = command.rows;
  record.cols = command.cols;
  record.niter = command.sweeps;
  record.tile = TileKind{run.step->tile_class, command.backward};
  record.place = place_in_step(record.block, tiles);
  record.cycles = run.cycles;
  record.traffic = run.traffic;
  record.limits = tile_limits(device, command, run.traffic);
  return record;
}

}  // namespace stencil
