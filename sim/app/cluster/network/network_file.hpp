// A network of nodes as a JSON file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/cli/arguments.hpp"
#include "sim/app/cluster/network/network.hpp"

namespace stencil {

constexpr IntegerRange network_latency_range{"--network-latency", 0, 1000000000};
constexpr IntegerRange ranks_per_node_range{"ranks_per_node", 1, 1000000};

//   {"ranks_per_node": 4,
//    "within_node":   {"latency_cycles": 100, "bytes_per_cycle": 64},
//    "between_nodes": {"latency_cycles": 900, "bytes_per_cycle": 12.5}}
// Without ranks_per_node and within_node each rank is a node.
// Throws ArgumentError "--network FILE:LINE: ..." with value and range, "--network FILE: ..." where no line is wrong.
Network read_network(const std::string& path);

}  // namespace stencil
