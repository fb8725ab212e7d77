// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_record.hpp"

#include "sim/app/report/limits.hpp"

namespace stencil {

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
