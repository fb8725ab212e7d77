// A run with the diagnostics that its options ask for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/run/options.hpp"
#include "sim/app/run/run.hpp"

namespace stencil {

class HangDetector;

// Collective: as run() of sim/app/run/run.hpp. hang_detector: records what this rank calls; null: no hang is sought.
RunOutcome run(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks = {},
               HangDetector* hang_detector = nullptr);

}  // namespace stencil
