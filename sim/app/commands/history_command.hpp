// The subcommand `history`: what ci/history has collected, as a table or as one HTML page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>

#include "sim/app/cli/command.hpp"

namespace stencil {

class ProgressLine;

struct HistoryOptions {
  std::string file;
  std::string output;  // empty: the table alone
};

// Adds the subcommand; parsing fills `options`, which must outlive the program.
Command& add_history_command(Command& program, HistoryOptions& options);

// Collective: rank 0 reads, prints and writes. Throws AgreedError with status 2 "history FILE: ..." for a file that
// cannot be read, with the number of the line, or a page that cannot be written; nothing is overwritten then.
int run_history_command(MPI_Comm communicator, const HistoryOptions& options, ProgressLine& progress);

}  // namespace stencil
