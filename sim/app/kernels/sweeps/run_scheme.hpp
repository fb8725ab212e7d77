// How a run cuts and moves the strips that its options ask for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/jacobi/scheme.hpp"
#include "sim/app/kernels/sweeps/options.hpp"

namespace stencil {

// Strips dealt in turn are cut evenly: those of a rank move one behind another. A resident strip is one block.
// most_rows: local rows of the strip that has the most.
BlockScheme run_scheme(const SweepOptions& options, std::int64_t most_rows);

// Throws ArgumentError for a schedule over steps that the distribution rules out.
void check_run_schedule(const SweepOptions& options);

}  // namespace stencil
