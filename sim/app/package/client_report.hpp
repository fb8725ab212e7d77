// The report of a C client: what the published functions did in every process, written to STENCIL_REPORT.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// From now on the blocks of this process are summed and listed as they come, in memory bounded by their classes
// (block_ledger.hpp); none where no report can be asked for: STENCIL_REPORT is not set, and this is rank 0 or no MPI
// program. Where STENCIL_CHECK=block, each sweep is checked (call_check.hpp). To be called before the first call of
// accel.h.
void keep_client_blocks();

// Audits this process's accelerator, if one was made, and writes the report of this process alone.
// For programs without MPI, at exit. Nothing happens when STENCIL_REPORT is not set. Errors are fatal (fatal.hpp).
void write_serial_client_report();

// Collective over MPI_COMM_WORLD, before MPI is finalised: the same for all ranks, also for those that never touched
// the accelerator; rank 0 writes, and its STENCIL_REPORT counts. Ranks whose STENCIL_ variables differ from rank 0's
// are named in a warning.
// What a C program cannot tell (problem; step, keep, before, after of a block; without STENCIL_CHECK=block compared and
// ok) is null. Differences are told on stderr, report or not.
// simulation.wall_s runs from the loading of the library.
void write_client_report();

}  // namespace stencil
