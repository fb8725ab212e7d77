// The subcommand `kernel`: what a kernel file means, or its operator in Verilog.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>

#include "sim/app/cli/command.hpp"

namespace stencil {

struct KernelOptions {
  std::string action;  // "check" or "verilog"
  std::string file;
  std::string output;  // empty: printed
};

// Adds the subcommand; parsing fills `options`, which must outlive the program.
Command& add_kernel_command(Command& program, KernelOptions& options);

// Collective: rank 0 reads and writes. Throws AgreedError with status 2 "FILE:LINE:COLUMN: ..." for what is no kernel
// file, and where the output cannot be written.
int run_kernel_command(MPI_Comm communicator, const KernelOptions& options);

}  // namespace stencil
