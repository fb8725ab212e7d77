// Runs the first interval of the best choice of a search on the device itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"
#include "sim/app/explore/measure.hpp"
#include "sim/app/explore/tune.hpp"
#include "sim/app/explore/tune_output.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

// Before the search, which may take minutes. Throws ArgumentError.
void check_verifiable(const AcceleratorOptions& device);

// The first interval of the busiest rank, unless it takes more than most_cycles.
Verification verify(const TuneJob& job, const AcceleratorOptions& options, std::int64_t most_cycles,
                    const BlockScheme& best, const DeviceMaker& make_device, ProgressLine& progress);

}  // namespace stencil
