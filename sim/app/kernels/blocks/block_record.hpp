// The record of a block of streaming sweeps for a report: its shape and its cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "host/jacobi/itstep.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// The sweep command of a block, as far as its shape determines it; weights are 0, buffers are 0.
SweepCommand sweep_shape(const Block& block, std::int64_t cols, std::int64_t niter);

// The traffic of a block: f and r to the device, kept rows of f from it.
TrafficCounts block_traffic(const Block& block, std::int64_t cols);

// Lower bounds for a command; cycles are 0 for a device without a clock.
//   stream_cycles    beats the engine issues: passes * rows * ceil(cols/lanes), passes = ceil(niter/pes). A skewed
//                    block that begins a chain issues one row less for each sweep that precedes a pass, one that ends
//                    it one row more; beats that flush the chain do not count, nor do cycles in which the cascade fills
//                    and drains.
//   pass_stall_cycles  cycles in which a pass waits for the first result of the one before; in all other stalls a block
//                    waits because it must not overtake the one before in the cascade.
//   rows_swept       rows that a sweep yields, summed over the sweeps: niter*rows; all blocks of a chain together have
//                    niter times the rows of the field.
BlockLimits block_limits(const Capabilities& device, const SweepCommand& command, const TrafficCounts& traffic);

// The record of a run, with rank 0 and no step; without a place where the run does not know the number of blocks.
BlockRecord block_record(const Capabilities& device, const BlockRun& run);

}  // namespace stencil
