// Ranks of a user's program that can never go on, or that die: proved, reported and ended (sim/app/hang_detector).
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// Collective over MPI_COMM_WORLD, at the end of MPI_Init. From then on the ranks are watched, if that is wanted on all
// of them (watch_wanted()). A hang ends all ranks with status 3, and so does the death of one; the report has it as
// `error`, with what all ranks of the node had done. Hangs are not proved where MPI is called by several threads at
// once or from Fortran, whose functions do not call those of C; where STENCIL_WATCH=1 asks for that, a line says so.
void begin_client_watch();

// This rank is in MPI_Finalize, and sends no message of the program any more.
void client_is_in_finalize();
// Waits until all ranks of the node are; then none is watched any more.
void end_client_watch();

// The program ends with this status, and has not called MPI_Finalize: the report has that as its error. With status 0
// an error line and MPI_Abort follow.
void client_exits(int status);

// An error ends this rank: what others wait for is no hang.
void client_ends();

}  // namespace stencil
