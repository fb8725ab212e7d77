// The subcommand `show`: a report as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>

#include "sim/app/cli/command.hpp"

namespace stencil {

struct ShowOptions {
  std::string report;  // file
};

// Adds the subcommand; parsing fills `options`, which must outlive the program.
Command& add_show_command(Command& program, ShowOptions& options);

// Collective: rank 0 reads and prints. Returns exit_ok whatever the report's verdict is. Throws AgreedError with status
// 2 "show FILE: ..." for a file that cannot be read or is no report.
int run_show_command(MPI_Comm communicator, const ShowOptions& options);

}  // namespace stencil
