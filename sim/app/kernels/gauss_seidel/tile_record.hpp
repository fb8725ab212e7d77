// What a tile was and cost, as a report lists it.
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

// Lower bounds of a tile on a device with a clock; cycles are 0 for one without. It never stalls.
//   stream_cycles    the points it sets, in all sweeps together, one per cycle in each element that has a sweep to do
//   rows_swept       rows of the tile, summed over the sweeps, however long they are
BlockLimits tile_limits(const Capabilities& device, const TileCommand& command, const TrafficCounts& traffic);

// tiles: of a subdomain; a rank runs each of them once a step. The record's block is the tile's position in its step,
// in the order of execution. rows and cols are the block's that was loaded, with one line around.
BlockRecord tile_record(const Capabilities& device, std::int64_t rank, std::int64_t tiles, const TileRun& run);

}  // namespace stencil
