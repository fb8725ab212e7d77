// `stencil-cosim tune` for a cluster: with a network, and for tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/cli/command.hpp"
#include "sim/app/cluster/network/network_choice.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/scale/scale_job.hpp"
#include "sim/app/scale/search/cluster_choices.hpp"

namespace stencil {

struct ClusterTuneOptions {
  NetworkChoice network;
  std::vector<std::int64_t> ranks{1};
  ClusterSpace space;
  bool tiled = false;  // --kernel is tiles_kernel, with the options of `tile_run`
  RunOptions tile_run = default_run_options(tiles_kernel);

  bool asked() const { return tiled || network.given(); }
};

// Rows of --distributions and of the network, and those of the kernel in tiles.
void add_cluster_options(Command& tune, ClusterTuneOptions& options);
void add_tile_options(Command& tune, ClusterTuneOptions& options);

// Throws ArgumentError for an option that would change nothing, in a search for a cluster or in one without.
void check_cluster_options(const Command& given, const ClusterTuneOptions& options);

// Searches and prints; job: but for its tiles and its network. output: a JSON file; empty: none. Throws ArgumentError
// as search_cluster(), and for what is wrong with the network.
void tune_for_cluster(const ClusterTuneOptions& options, ScaleJob job, std::size_t show, const std::string& output,
                      const std::string& program, ProgressLine& progress);

}  // namespace stencil
