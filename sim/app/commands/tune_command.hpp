// The options of `stencil-cosim tune` and what it does with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>

#include "host/device/accelerator.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/commands/sweeps/sweep_choice.hpp"
#include "sim/app/commands/tune/cluster_tune.hpp"
#include "sim/app/commands/tune/latency_tune.hpp"
#include "sim/app/explore/measure.hpp"
#include "sim/app/explore/tune.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

struct TuneOptions {
  TuneJob job;
  ClusterTuneOptions cluster;                // with a network, and for tiles; then `job` is what is alike
  LatencyTuneOptions latencies;              // compared, in a search on one device
  SweepChoice choice;                        // its kernel is that of `job`
  AcceleratorOptions device;                 // accel: what the best choice is verified on
  std::optional<std::int64_t> memory_words;  // fewer than the configuration has
  std::int64_t verify_cycles = 0;            // verified when one interval takes no more
  std::int64_t show = 0;
  std::string output;                     // JSON; empty: none
  std::string program = "stencil-cosim";  // as it was called
};

Command& add_tune_command(Command& program, TuneOptions& options);

// Collective; rank 0 works. For a cluster the best choice is not verified, since the command that runs it is printed.
// Returns 0, or 1 when the verified interval was wrong in some bit or took other cycles than
// predicted. Throws AgreedError when nothing fits.
int run_tune_command(MPI_Comm communicator, const TuneOptions& options, const DeviceMaker& make_device,
                     ProgressLine& progress);

}  // namespace stencil
