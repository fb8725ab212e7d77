// What a run will cost, before it runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "host/accelerator.hpp"
#include "host/blocking/plan.hpp"
#include "sim/run/steps.hpp"

namespace stencil {

// Device cycles of one block; replaceable by a better model of the same device.
using BlockPredictor = std::function<std::int64_t(const Capabilities& device, const LinkOptions& link,
                                                  const Block& block, std::int64_t cols, std::int64_t niter)>;

// The block's calls one after another, priced by the timing model (sim/timing/call_timing.hpp); exact but for the few
// cycles that depend on what the command registers held before.
std::int64_t predict_block_cycles(const Capabilities& device, const LinkOptions& link, const Block& block,
                                  std::int64_t cols, std::int64_t niter);

struct CostEstimate {
  std::int64_t cycles = 0;  // 0 when the accelerator has no time
  std::int64_t blocks = 0;
};

// All steps of one rank with local_rows rows, shadows included.
CostEstimate estimate_rank(const Capabilities& device, const LinkOptions& link, std::int64_t local_rows,
                           std::int64_t cols, std::int64_t portion, const Steps& steps, const BlockPredictor& predict);

// Remaining seconds from the share done so far; a share is in (0, 1].
double remaining_seconds(double elapsed_s, double share_done);

// "850 ms", "12 s", "3 min 20 s", "5 h 07 min".
std::string readable_duration(double seconds);

}  // namespace stencil
