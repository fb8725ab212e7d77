// Device cycles of each step of a rank whose main loop runs as stages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "host/device/accelerator.hpp"
#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/sweeps/options.hpp"

namespace stencil {

constexpr std::int64_t most_staged_steps = 1000000;  // each is gone through

// Throws ArgumentError for stages whose cycles cannot be predicted: rows balanced by time that is measured; and for too
// many steps.
void check_predictable_stages(const SweepOptions& options);

// From one exchange of halo rows to the next, by the stages themselves on a device that moves no data. strips: of one
// rank. The values of the weights do not matter. Throws ArgumentError as StagedSolver.
// @pre options.place
std::vector<std::int64_t> staged_step_cycles(const SweepOptions& options, const std::vector<Strip>& strips,
                                             std::int64_t cols, const SweepWeights& weights,
                                             const AcceleratorOptions& device);

}  // namespace stencil
