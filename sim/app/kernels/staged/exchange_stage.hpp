// The exchange of shadows as a stage.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "sim/app/kernels/staged/placement.hpp"
#include "sim/app/kernels/staged/solver_data.hpp"

namespace stencil {

// exchange: fills the shadows in the rank's memory from their owners, on all ranks together.
// cpu: reads the rows that neighbours hold as shadows, and writes the own shadows, on the host.
// accel: the same rows on the device, from and to which the stage moves them itself, which the ledger is told.
std::unique_ptr<Stage> make_exchange_stage(SolverData& data, Where where, std::function<void()> exchange,
                                           std::int64_t shadow);

}  // namespace stencil
