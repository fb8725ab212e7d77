// What a block of a streaming sweep was and cost, as a report lists it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "host/jacobi/itstep.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// The sweep of a block as far as its shape goes; weights are 0 and buffers the first.
SweepCommand sweep_shape(const Block& block, std::int64_t cols, std::int64_t niter);

// What a block moves: f and r in, kept rows of f out.
TrafficCounts block_traffic(const Block& block, std::int64_t cols);

// Lower bounds of a command of a device with a clock; cycles are 0 for one without.
//   stream_cycles    beats the engine issues: passes * rows * ceil(cols/lanes), passes = ceil(niter/pes). A skewed
//                    block that begins a chain issues fewer rows the more sweeps precede a pass, one that ends it as
//                    many more; the beats that flush the chain are not counted, nor is what the cascade fills and
//                    drains.
//   pass_stall_cycles  in which a pass waits for the first result of the one before; any other stall is that of a block
//                    behind another one, which must not overtake it in the cascade.
//   rows_swept       rows whose result a sweep yields, summed over the sweeps: niter*rows; of a chain, all blocks
//                    together have niter times the rows of the field.
BlockLimits block_limits(const Capabilities& device, const SweepCommand& command, const TrafficCounts& traffic);

// Rank 0, no step; no place where the run does not say of how many blocks it is one.
BlockRecord block_record(const Capabilities& device, const BlockRun& run);

}  // namespace stencil
