// Gathers the findings of the ranks' block checks on rank 0.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/report/report.hpp"

namespace stencil {

// Orders by step, rank, strip and block.
bool earlier(const LocatedMismatch& a, const LocatedMismatch& b);

// Collective: sums the findings of the ranks' block checks. On rank 0 `first_mismatch` is the earliest; elsewhere the
// verdict is empty.
Verdict gather_block_checks(MPI_Comm communicator, const Verdict& mine);

}  // namespace stencil
