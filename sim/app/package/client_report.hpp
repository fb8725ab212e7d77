// The report of a C client: the calls of the published functions in every process, written to STENCIL_REPORT.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// From now on sums and lists the blocks of this process as they come, in memory bounded by their classes
// (block_ledger.hpp). Keeps none where they are not asked for (end_variables.hpp), and this is rank 0 or no MPI
// program. With STENCIL_CHECK=block, checks each sweep (call_check.hpp). To be called before the first call of accel.h.
void keep_client_blocks();

// Each returns exit_difference where a value differed, or a sign of a mistake was counted, and the variables ask for
// that status (end_variables.hpp), in an MPI program on rank 0 alone; else exit_ok.

// Audits this process's accelerator, if one was made, writes the report of this process alone, and prints its table and
// verdict, where that is asked for. For programs without MPI, at exit. Errors are fatal (fatal.hpp).
int write_serial_client_report();

// Collective over MPI_COMM_WORLD, before MPI is finalised: the same for all ranks, with those that never used the
// accelerator. Rank 0 writes, to the file of its STENCIL_REPORT, and prints table and verdict on stderr, where its
// variables ask for it. A warning names ranks whose STENCIL_ variables differ from those of rank 0.
// Fields that are unknown for a C program are null (problem; step, keep, before, after of a block; without
// STENCIL_CHECK=block compared and ok). Differences are a line on stderr where no table is printed.
// simulation.wall_s runs from the loading of the library.
int write_client_report();

}  // namespace stencil
