// The rounds of tiles of a client program, for its report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "host/c/steps/tiled_step.hpp"
#include "sim/app/report/block_ledger.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Records a step of this process that has ended.
void record_tiled_step(const TiledStepInfo& step);

// A tile of it, as reports list it. rank: of the process.
BlockRecord tiled_record(const Capabilities& device, std::int64_t rank, const TiledStepInfo& step,
                         const TileDone& tile);

// Fills report.problem, report.client_kernel and the section of tiles, as far as the steps of all ranks are rounds
// of one field in the same tiles, and no rank has swept otherwise; on rank 0, or, with MPI_COMM_NULL, of this process
// alone. Where there are rounds and more, takes away what they have no part in. swept: this process has made other
// sweeps. Collective. @pre report.machine has the device, problem and client_kernel what other sweeps make of them
void describe_tiled_steps(MPI_Comm communicator, bool swept, Report& report);

}  // namespace stencil
