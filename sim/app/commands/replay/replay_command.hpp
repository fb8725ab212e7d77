// `stencil-cosim replay`: the calls of a capsule alone, on the device that they come from or on another one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>

#include "sim/app/capsule/capture.hpp"
#include "sim/app/choices/trace_choice.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/modules/module_maker.hpp"

namespace stencil {

class ProgressLine;

struct ReplayOptions {
  std::string capsule;  // file
  std::string accel;    // empty: that of the capsule
  std::string config;
  FileKernel kernel;       // without a file: the formula of the capsule
  std::string arithmetic;  // empty: that of the capsule
  std::string rtl;         // folder of other RTL; empty: the program's own
  bool minimise = false;
  std::string output;   // of the smaller capsule
  std::string as_test;  // C++ to write
  TraceChoice trace;    // waves beside the capsule, the smaller one where there is one
};

Command& add_replay_command(Command& program, ReplayOptions& options);

// Rank 0 works alone. The status is the same on all ranks: exit_ok where all values are those of the golden models,
// exit_difference where one is not. Throws AgreedError.
int run_replay_command(MPI_Comm communicator, const ReplayOptions& options, const AcceleratorMaker& make_device,
                       ProgressLine& progress);

}  // namespace stencil
