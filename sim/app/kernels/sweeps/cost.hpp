// What the blocks of a rank will cost, before they run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/scheme.hpp"
#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/sweeps/steps.hpp"
#include "sim/app/run/estimate.hpp"

namespace stencil {

// All steps of one rank: what itstep is called with, strip by strip.
struct RankWork {
  std::vector<StripArrays> strips;
  SweepWeights weights;
  BlockScheme scheme;
  std::int64_t iterations = 0;

  Steps steps() const { return {iterations, scheme.interval}; }
};

// Blocks alone, for an accelerator without time or without a prediction: every cycle count is 0.
CostEstimate sweep_cost(const RankWork& work);
// Runs itstep itself on an accelerator that predicts cycles and moves nothing. The first step, one behind another and
// the last one are run; those between repeat the second. Throws what itstep throws.
CostEstimate sweep_cost(const RankWork& work, Accelerator& dry);

}  // namespace stencil
