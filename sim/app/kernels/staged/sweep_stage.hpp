// The sweeps of one strip as a stage: on either side, or divided between both.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "host/stages/stage_lb.hpp"
#include "sim/app/kernels/staged/placement.hpp"
#include "sim/app/kernels/staged/solver_data.hpp"

namespace stencil {

// SolverData::niter sweeps; what they leave in the shadows counts for nothing. measured: the device's largest change is
// updated.
std::unique_ptr<Stage> make_sweep_stage(SolverData& data, StripData& strip, Where where, bool measured);

// Rows are those that the strip owns; the device takes the upper ones. Each side reads `shadow` rows more.
// host_work: called with the points that the host has set and the seconds it took.
std::unique_ptr<StageLB> make_split_stage(SolverData& data, StripData& strip, double share, std::int64_t shadow,
                                          std::function<void(std::int64_t points, double seconds)> host_work);

}  // namespace stencil
