// Gathers the block ledgers of all ranks on rank 0.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/report/block_ledger.hpp"

namespace stencil {

// Collective. On rank 0 the ledgers of all ranks as one, with sorted records, in each of which `rank` is set to the
// rank it came from; elsewhere an empty ledger. It lists the first local.most_listed blocks of all ranks, a number that
// must be the same on every rank; no other records are sent.
BlockLedger gather_ledger(MPI_Comm communicator, const BlockLedger& local);

// Collective. On rank 0 the digests of all ranks, none without --digest; elsewhere none.
std::vector<HandshakeDigests> gather_digests(MPI_Comm communicator, const HandshakeDigests& local);

// Collective. On rank 0 the sum over all ranks; elsewhere zeros.
DmaCycles sum_dma(MPI_Comm communicator, const DmaCycles& local);

}  // namespace stencil
