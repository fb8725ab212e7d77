// Computes the lower bounds of a block: rows swept, issue slots, and the roofline.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// For a command of a device with a clock; cycles are 0 for one without.
//   stream_cycles    beats the engine issues: passes * rows * ceil(cols/lanes), passes = ceil(niter/pes). A skewed
//                    block that begins a chain issues fewer rows the more sweeps precede a pass, one that ends it as
//                    many more; the beats that flush the chain are not counted, nor is what the cascade fills and
//                    drains.
//   roofline_cycles  the largest of stream_cycles, the cycles the link needs for what is loaded, and for what is
//                    stored: what a device whose buffers and ports never wait for one another would need.
//   pass_stall_cycles  in which a pass waits for the first result of the one before; any other stall is that of a block
//                    behind another one, which must not overtake it in the cascade.
//   rows_swept       rows whose result a sweep yields, summed over the sweeps: niter*rows; of a chain, all blocks
//                    together have niter times the rows of the field.
BlockLimits block_limits(const Capabilities& device, const SweepCommand& command, const TrafficCounts& traffic);

// The same for a tile.
//   stream_cycles    the points it sets, in all sweeps together, one a cycle in each element that has a sweep to do
//   rows_swept       rows of the tile, summed over the sweeps, however long they are
// It never stalls.
BlockLimits tile_limits(const Capabilities& device, const TileCommand& command, const TrafficCounts& traffic);

}  // namespace stencil
