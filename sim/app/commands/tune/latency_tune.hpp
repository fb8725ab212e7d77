// `stencil-cosim tune` for latencies of the arithmetic: which of them makes the job fastest, by the clock estimate.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/explore/latencies/latencies.hpp"

namespace stencil {

struct LatencyTuneOptions {
  std::string clocks;                // file of ci/synthesis; empty: latencies are not compared
  std::vector<Latencies> latencies;  // none: of the configurations that differ in them alone

  bool asked() const { return !clocks.empty(); }
};

// --latencies and --clocks.
void add_latency_options(Command& tune, LatencyTuneOptions& options);
// Throws ArgumentError for --latencies without --clocks.
void check_latency_options(const Command& given, const LatencyTuneOptions& options);

// Before the search, which may take minutes: reads the file, finds the configurations. Throws ArgumentError.
std::vector<LatencyChoice> latency_choices(const LatencyTuneOptions& options, const AcceleratorOptions& device);

// The shortest schedule of the job on this device.
using TuneFor = std::function<Tuned(const Capabilities& device)>;
// Searches for each and ranks them.
void tune_latencies(const TuneJob& job, const AcceleratorOptions& device, const TuneFor& tune_for,
                    std::vector<LatencyChoice>& choices);

}  // namespace stencil
