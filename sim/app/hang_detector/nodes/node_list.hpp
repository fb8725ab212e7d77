// The nodes that a job runs on, and how their watchers reach one another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/hang_detector/nodes/node_link.hpp"

namespace stencil {

struct WatchedNode {
  std::string host;
  std::vector<int> ranks;        // in MPI_COMM_WORLD, rising; the first one watches
  long pid = 0;                  // of that one
  std::optional<NodeLink> link;  // to it; none: to oneself, or there is no way to it

  // "node HOST (ranks 2, 3)".
  std::string text() const;
};

// By the first of their ranks. Empty on a rank that does not watch, and where all ranks are on one node.
struct NodeList {
  bool has_others = false;  // ranks on other nodes
  std::vector<WatchedNode> nodes;
  std::size_t mine = 0;
};

// Collective over MPI_COMM_WORLD. The first rank of each node connects to those of all others; one that has no way to
// another goes on without it. Throws DeviceError as NodePort.
NodeList connect_nodes();

}  // namespace stencil
