// The kernel of a command that sweeps blocks of one shape after another: by name or by file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>

#include "host/device/accelerator.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/kernels/kernels.hpp"

namespace stencil {

struct SweepChoice {
  FileKernel file;                                      // as far as it is given
  const SweepKernel* kernel = sweep_kernels().front();  // `file`, where --kernel names one
  bool named = false;                                   // --kernel names it, and names no file
};

// Adds --kernel and --number; parsing fills `choice` and the formula of `device`, which must outlive the program. The
// kernel goes to `kernel`, too.
void add_sweep_choice(Command& command, SweepChoice& choice, const SweepKernel*& kernel, AcceleratorOptions& device);

// Their parts: what --kernel does with a text, and --number.
void choose_sweep_kernel(const std::string& text, SweepChoice& choice, const SweepKernel*& kernel,
                         AcceleratorOptions& device);
void add_number_option(Command& command, SweepChoice& choice);

// Collective: throws AgreedError for a kernel file that is none or differs between ranks, for a file that is called as
// the kernel is, and for numbers that the kernel does not have.
void agree_on_choice(MPI_Comm communicator, const SweepChoice& choice);

}  // namespace stencil
