// Ranks of a user's program that can never go on: proved and reported with STENCIL_CHECK=block (sim/app/hang_detector).
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// Collective over MPI_COMM_WORLD, at the end of MPI_Init. From then on the ranks are watched, if STENCIL_CHECK=block or
// STENCIL_PARANOID=1 on all of them, and MPI is called by one thread at a time and not from Fortran, whose functions do
// not call those of C. A hang ends all ranks with status 3; the report has it as `error`.
void begin_client_watch();

// This rank is in MPI_Finalize, and sends no message of the program any more.
void client_is_in_finalize();
// Waits until all ranks of the node are; then none is watched any more.
void end_client_watch();

// An error ends this rank: what others wait for is no hang.
void client_ends();

}  // namespace stencil
