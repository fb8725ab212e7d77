// The stages of the solver: exchange of halo rows (VSDA: shadow edges), norm, sweeps.
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

// exchange: fills the halo rows in the rank's memory from their owners, collectively on all ranks.
// cpu: on the host, reads the rows that neighbours hold as halo rows, and writes its own halo rows.
// accel: the same rows on the device; the stage copies them itself and records the copies in the ledger.
std::unique_ptr<Stage> make_exchange_stage(SolverData& data, Where where, std::function<void()> exchange,
                                           std::int64_t halo);

// The norm is the largest change of any point in one more sweep, the residual of the field as it is. On the host it
// sweeps every strip with its halo rows once, row by row, and stores no results.
std::unique_ptr<Stage> make_norm_stage(SolverData& data);

// On the device, where sweeps measure the norm: `reset` comes before the sweeps. `probe`, for sweeps that run on the
// host, sweeps each strip once on the device and leaves its copy of the field undefined.
std::unique_ptr<Stage> make_reset_stage(SolverData& data);
std::vector<std::unique_ptr<Stage>> make_probe_stages(SolverData& data);
// Reads the norm to the host.
std::unique_ptr<Stage> make_read_stage(SolverData& data);

// Makes SolverData::niter sweeps; their results in the halo rows are not used. measured: the device's largest change is
// updated.
std::unique_ptr<Stage> make_sweep_stage(SolverData& data, StripData& strip, Where where, bool measured);

// Divides the rows that the strip owns: the device takes the northern ones. Each side reads `halo` rows more.
// host_work: called with the number of points that the host has set and the seconds it took.
std::unique_ptr<StageLB> make_split_stage(SolverData& data, StripData& strip, double share, std::int64_t halo,
                                          std::function<void(std::int64_t points, double seconds)> host_work);

}  // namespace stencil
