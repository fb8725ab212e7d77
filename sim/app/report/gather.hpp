// Gathers the reports of all ranks on rank 0.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/report/report.hpp"

namespace stencil {

// Collective. On rank 0 the ledgers of all ranks as one, with sorted records, in each of which `rank` is set to the
// rank it came from; elsewhere an empty ledger. It lists the first local.most_listed blocks of all ranks, a number that
// must be the same on every rank; no other records are sent.
BlockLedger gather_ledger(MPI_Comm communicator, const BlockLedger& local);

// Collective: the report of all ranks, complete on rank 0, from what each knows. Blocks, findings of block checks, DMA
// cycles and digests are of all; wall_s is the longest; everything else is that of rank 0.
Report gather_report(MPI_Comm communicator, const Report& mine);

// Orders by step, rank, strip and block.
bool earlier(const LocatedMismatch& a, const LocatedMismatch& b);

// Collective: sums the findings of the ranks' block checks. On rank 0 `first_mismatch` is the earliest; elsewhere the
// verdict is empty.
Verdict gather_block_checks(MPI_Comm communicator, const Verdict& mine);

}  // namespace stencil
