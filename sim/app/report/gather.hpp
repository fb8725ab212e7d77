// Brings what the ranks know of their blocks to rank 0.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/report/block_ledger.hpp"

namespace stencil {

// Collective. On rank 0 the ledgers of all ranks as one, with records sorted and each naming the rank it came from
// (what a record said before is overwritten); elsewhere an empty one. It lists the first local.most_listed blocks of
// all, which is the same on every rank: no more than these are sent.
BlockLedger gather_ledger(MPI_Comm communicator, const BlockLedger& local);

// Collective. On rank 0 those of all ranks, none without --digest; elsewhere none.
std::vector<HandshakeDigests> gather_digests(MPI_Comm communicator, const HandshakeDigests& local);

// Collective. On rank 0 the sum over all ranks; elsewhere zeros.
DmaCycles sum_dma(MPI_Comm communicator, const DmaCycles& local);

}  // namespace stencil
