// The record of a tile for a report: its shape and its cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// A group of sweeps in one direction is a step: 2*round forward, 2*round + 1 backward.
inline std::int64_t step_of(std::int64_t round, bool backward) {
  return 2 * round + (backward ? 1 : 0);
}

// Lower bounds for a tile; cycles are 0 for a device without a clock. Tiles never stall.
//   stream_cycles    points set over all sweeps, one per cycle in each element that has a sweep to do
//   rows_swept       rows of the tile, summed over the sweeps, whatever their length
BlockLimits tile_limits(const Capabilities& device, const TileCommand& command, const TrafficCounts& traffic);

// tiles: number of tiles of a subdomain; a rank runs each of them once per step. The record's block is the tile's
// position in its step, in the order of execution. rows and cols are those of the loaded block, with one line around
// the tile.
BlockRecord tile_record(const Capabilities& device, std::int64_t rank, std::int64_t tiles, const TileRun& run);

}  // namespace stencil
