// The outcome of a search for a cluster, as text and as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "sim/app/scale/search/cluster_search.hpp"

namespace stencil {

// The words that give a network to `scale` and to `run`, as they were given, each with a space before it.
struct ClusterCommands {
  std::string program = "stencil-cosim";  // as it was called
  std::string network_words;
};

// The command that predicts a choice, and the one that runs it on the model.
std::string scale_command_of(const ScaleJob& job, const ClusterTuned& tuned, const ClusterCommands& commands);
std::string run_command_of(const ScaleJob& job, const ClusterTuned& tuned, const ClusterCommands& commands);

// For each number of ranks a table, the best choice first, and both commands of the best.
std::string search_text(const ScaleJob& job, const std::vector<ClusterSearch>& searches,
                        const ClusterCommands& commands);

// schema stencil-cosim/tune-cluster/1; job, machine, network; searches: ranks, considered, predicted, scale_command,
// run_command, best (the choice; makespan_cycles, waiting_cycles, efficiency, messages, bytes, path_message_cycles).
Json search_json(const ScaleJob& job, const std::vector<ClusterSearch>& searches, const ClusterCommands& commands);

}  // namespace stencil
