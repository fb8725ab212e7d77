// The subcommand `report`: reports of runs as one HTML page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <set>
#include <string>
#include <vector>

#include "sim/app/cli/command.hpp"

namespace stencil {

class ProgressLine;

struct ReportOptions {
  std::vector<std::string> runs;
  std::string baseline;           // empty: none
  std::set<std::string> allowed;  // fields in which it may differ
  std::string history;            // empty: none
  std::string output;
};

// Adds the subcommand; parsing fills `options`, which must outlive the program.
Command& add_report_command(Command& program, ReportOptions& options);

// Collective: rank 0 reads and writes. Throws AgreedError with status 2 "report FILE: ..." for files that cannot be
// read, compared or written, and where the program has no page; nothing is overwritten then.
int run_report_command(MPI_Comm communicator, const ReportOptions& options, ProgressLine& progress);

}  // namespace stencil
