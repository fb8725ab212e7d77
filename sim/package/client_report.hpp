// The report of a C client: what the published functions did in every process, written to STENCIL_REPORT.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// From now on the blocks of this process are summed and listed as they come, in bounded memory (block_ledger.hpp).
// To be called before the first call of accel.h.
void keep_client_blocks();

// Audits this process's accelerator, if one was made, and writes the report of this process alone.
// For programs without MPI, at exit. Nothing happens when STENCIL_REPORT is not set. Errors are fatal (fatal.hpp).
void write_serial_client_report();

// Collective over MPI_COMM_WORLD, before MPI is finalised: the same for all ranks, also for those that never touched
// the accelerator; rank 0 writes, and its STENCIL_REPORT counts. Ranks whose STENCIL_ variables differ from rank 0's
// are named in a warning.
// What a C program cannot tell (problem, compared, ok; step, keep, before, after of a block) is null.
// simulation.wall_s runs from the loading of the library.
void write_client_report();

}  // namespace stencil
