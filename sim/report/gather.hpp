// Brings the block records of all ranks to rank 0.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <vector>

#include "sim/report/report.hpp"

namespace stencil {

// Collective. On rank 0 the records of all ranks, sorted, each with the rank it came from (what a record said
// before is overwritten); elsewhere an empty list. Fewer than 2^31 records a run.
std::vector<BlockRecord> gather_blocks(MPI_Comm communicator, const std::vector<BlockRecord>& local);

// Collective. On rank 0 the sum over all ranks; elsewhere zeros.
DmaCycles sum_dma(MPI_Comm communicator, const DmaCycles& local);

}  // namespace stencil
