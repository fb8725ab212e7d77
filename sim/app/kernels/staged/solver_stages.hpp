// The stages of the solver: exchange of shadows, norm, sweeps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "host/stages/stage_lb.hpp"
#include "sim/app/kernels/staged/placement.hpp"
#include "sim/app/kernels/staged/solver_data.hpp"

namespace stencil {

// exchange: fills the shadows in the rank's memory from their owners, on all ranks together.
// cpu: reads the rows that neighbours hold as shadows, and writes the own shadows, on the host.
// accel: the same rows on the device, from and to which the stage moves them itself, which the ledger is told.
std::unique_ptr<Stage> make_exchange_stage(SolverData& data, Where where, std::function<void()> exchange,
                                           std::int64_t shadow);

// The norm: the largest change that one more sweep makes anywhere, the residual of the field as it stands.
// On the host: every strip's field with its shadows, swept once, row by row, beside the field itself.
std::unique_ptr<Stage> make_norm_stage(SolverData& data);

// On the device, where sweeps measure it. `reset` comes before them. `probe`, for a program whose sweeps are elsewhere,
// sweeps each strip once and leaves nothing of the field behind.
std::unique_ptr<Stage> make_reset_stage(SolverData& data);
std::vector<std::unique_ptr<Stage>> make_probe_stages(SolverData& data);
// Brings the number to the host.
std::unique_ptr<Stage> make_read_stage(SolverData& data);

// SolverData::niter sweeps; what they leave in the shadows counts for nothing. measured: the device's largest change is
// updated.
std::unique_ptr<Stage> make_sweep_stage(SolverData& data, StripData& strip, Where where, bool measured);

// Rows are those that the strip owns; the device takes the upper ones. Each side reads `shadow` rows more.
// host_work: called with the points that the host has set and the seconds it took.
std::unique_ptr<StageLB> make_split_stage(SolverData& data, StripData& strip, double share, std::int64_t shadow,
                                          std::function<void(std::int64_t points, double seconds)> host_work);

}  // namespace stencil
