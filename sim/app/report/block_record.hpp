// What a block was and cost, as a report lists it.
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

// Rank 0, no step; no place where the run does not say of how many blocks it is one.
BlockRecord block_record(const Capabilities& device, const BlockRun& run);

}  // namespace stencil
