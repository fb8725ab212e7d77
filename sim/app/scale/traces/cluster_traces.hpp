// Logs of ranks in the formats of simulators of networks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/cluster/network/network.hpp"
#include "sim/app/cluster/time/rank_log.hpp"

namespace stencil {

// Throws ArgumentError: logs in which ranks meet cannot be written.
[[noreturn]] void refuse_meetings();

// The actions of a rank for SimGrid's SMPI replay: one flop is one cycle. A send never waits for its receiver.
std::string smpi_actions(const RankLog& log, std::int64_t rank);

// A host a rank, 1 second a cycle; links without contention, as virtual cluster time knows none. Throws ArgumentError
// for a network of nodes.
std::string smpi_platform(const Network& network, std::int64_t ranks);

// Does nothing where it is there. Throws ArgumentError.
void make_smpi_folder(const std::string& folder);

// Writes FOLDER, which is made where it is missing: rank-N.txt, traces, hosts, platform.xml, and replay.sh, which runs
// smpirun on them. Throws ArgumentError where it cannot.
void write_smpi(const std::string& folder, const std::vector<RankLog>& logs, const Network& network);

// GOAL, as LogGOPSim reads it: a unit of calc is one cycle.
std::string goal_text(const std::vector<RankLog>& logs);

}  // namespace stencil
