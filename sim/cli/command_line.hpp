// The command stencil-cosim between MPI_Init and MPI_Finalize.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/run/run.hpp"

namespace stencil {

// Collective. Parses, runs the subcommand and returns the exit status (host/errors.hpp), the same on every rank.
// What all ranks see alike is printed once, by rank 0: results on standard output, one line an error on standard
// error. What fails on one rank alone (the device, a disk) is printed there with its rank, and MPI_Abort ends the
// job with status 3. The listeners in `hooks` are replaced by the terminal's; the rest is passed on.
int command_line(MPI_Comm communicator, int argc, char** argv, RunHooks hooks = {});

}  // namespace stencil
