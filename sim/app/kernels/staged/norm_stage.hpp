// The norm as stages: the largest change that one more sweep makes anywhere, the residual of the field as it stands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/app/kernels/staged/placement.hpp"
#include "sim/app/kernels/staged/solver_data.hpp"

namespace stencil {

// On the host: every strip's field with its shadows, swept once, row by row, beside the field itself.
std::unique_ptr<Stage> make_norm_stage(SolverData& data);

// On the device, where sweeps measure it. `reset` comes before them. `probe`, for a program whose sweeps are elsewhere,
// sweeps each strip once and leaves nothing of the field behind.
std::unique_ptr<Stage> make_reset_stage(SolverData& data);
std::vector<std::unique_ptr<Stage>> make_probe_stages(SolverData& data);
// Brings the number to the host.
std::unique_ptr<Stage> make_read_stage(SolverData& data);

}  // namespace stencil
