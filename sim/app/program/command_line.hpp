// The command stencil-cosim between MPI_Init and MPI_Finalize.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <optional>

#include "sim/app/run/run.hpp"

namespace stencil {

// Before MPI_Init: --print-man and --print-completion SHELL print what the build makes of the table of options,
// --print-report-fields the tables of docs/report.md, and the status is returned. Nothing for any other command line.
std::optional<int> print_made_text(int argc, char** argv);

// Before MPI_Init, so that the process is no rank: runs the subcommand that starts ranks of its own, `random`, and
// returns its status. Nothing for any other command line, and for one that parsing ends, which command_line() answers.
std::optional<int> run_without_ranks(int argc, char** argv);

// Collective. Parses, runs the subcommand and returns the exit status (host/base/errors.hpp), the same on every rank.
// Rank 0 prints results once, to standard output, the verdict in the last line; to standard error where an output is
// named -. To standard error it prints one line
// per error or, without any argument, a short page of what to type first; the status is that of bad usage.
//   Where all ranks know of an error (AgreedError: bad usage and input; a device that fails when it is made, when it is
//   checked, in the sweeps after a run's last exchange or in `cycles` and `tune`; a file that cannot be written; any
//   error of a single rank) every rank returns, and MPI ends as it does without an error.
//   Where a rank fails while others wait for its messages, it cannot tell them: it prints the line with its rank, and
//   MPI_Abort ends the job with status 3 and words of its own.
// The listeners in `hooks` are replaced by the terminal's, but for a progress; the rest is passed on.
int command_line(MPI_Comm communicator, int argc, char** argv, RunHooks hooks = {});

}  // namespace stencil
