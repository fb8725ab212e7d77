// `stencil-cosim compare`: which classes of blocks cost other cycles than they did, and because of what.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <set>
#include <string>

#include "sim/app/cli/command.hpp"

namespace stencil {

class ProgressLine;

struct CompareOptions {
  std::string base, now;  // files
  std::string json, markdown;
  std::set<std::string> allowed;  // of refusing_fields()
  bool accept = false;
};

// --allow, whose fields (sim/app/compare/recordings/recording_differences.hpp) go to `allowed`.
void add_allow_option(Command& command, std::set<std::string>& allowed);

Command& add_compare_command(Command& program, CompareOptions& options);

// Rank 0 works alone. The status is the same on all ranks: exit_ok where all classes are equal or were accepted,
// exit_difference where one changed or is missing. Throws AgreedError.
int run_compare_command(MPI_Comm communicator, const CompareOptions& options, ProgressLine& progress);

}  // namespace stencil
