// The report of a C client: the calls of the published functions in every process, written to STENCIL_REPORT.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// From now on sums and lists the blocks of this process as they come, in memory bounded by their classes
// (block_ledger.hpp). Keeps none where there can be no report: STENCIL_REPORT is not set, and this is rank 0 or no MPI
// program. With STENCIL_CHECK=block, checks each sweep (call_check.hpp). To be called before the first call of accel.h.
void keep_client_blocks();

// Audits this process's accelerator, if one was made, and writes the report of this process alone.
// For programs without MPI, at exit. Does nothing when STENCIL_REPORT is not set. Errors are fatal (fatal.hpp).
void write_serial_client_report();

// Collective over MPI_COMM_WORLD, before MPI is finalised: the same for all ranks, with those that never used the
// accelerator. Rank 0 writes, to the file of its STENCIL_REPORT. A warning names ranks whose STENCIL_ variables differ
// from those of rank 0.
// Fields that are unknown for a C program are null (problem; step, keep, before, after of a block; without
// STENCIL_CHECK=block compared and ok). Differences are printed on stderr, with or without a report.
// simulation.wall_s runs from the loading of the library.
void write_client_report();

}  // namespace stencil
