// The command stencil-cosim between MPI_Init and MPI_Finalize.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/run/run.hpp"

namespace stencil {

// Collective. Parses, runs the subcommand and returns the exit status (host/base/errors.hpp), the same on every rank.
// Results go to standard output, printed once, by rank 0; so does one line an error, to standard error:
//   where all ranks know of it (AgreedError: bad usage and input; a device that fails when it is made, when it is
//   checked, in the sweeps behind a run's last exchange or in `cycles` and `tune`; a file that cannot be written; any
//   error of a single rank) every rank returns, and MPI ends as it does without an error;
//   where a rank fails while others wait for its messages, it cannot tell them: it prints the line with its rank, and
//   MPI_Abort ends the job with status 3 and words of its own.
// The listeners in `hooks` are replaced by the terminal's; the rest is passed on.
int command_line(MPI_Comm communicator, int argc, char** argv, RunHooks hooks = {});

}  // namespace stencil
