// The options of `stencil-cosim scale` and what it does with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/cli/command.hpp"
#include "sim/app/cluster/network/network_choice.hpp"
#include "sim/app/commands/sweeps/sweep_choice.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/app/scale/scale_job.hpp"

namespace stencil {

struct ScaleOptions {
  ScaleJob job;
  SweepChoice choice;  // its kernel is that of `job`
  bool tiled = false;  // --kernel is tiles_kernel, with the options of `tile_run`
  RunOptions tile_run = default_run_options(tiles_kernel);
  RunOptions stages = default_run_options();  // of these only the options of stages, which go to `job`
  NetworkChoice network;
  bool strong = false;  // asked for by name
  std::vector<std::int64_t> ranks;
  std::string output;  // JSON; empty: none
  std::string plot;    // SVG; empty: none
  std::string smpi;    // a folder of traces; empty: none
  std::string goal;    // a trace; empty: none
};

Command& add_scale_command(Command& program, ScaleOptions& options);

// Collective; rank 0 works. Returns 0. Throws AgreedError where a number of ranks has too few rows, strips do not fit
// the device or the network's file has an error.
int run_scale_command(MPI_Comm communicator, const ScaleOptions& options, ProgressLine& progress);

}  // namespace stencil
