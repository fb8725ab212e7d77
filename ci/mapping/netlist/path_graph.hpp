// A graph of combinational arcs between registers, and its longest path.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ci/mapping/netlist/primitives.hpp"

namespace stencil::synthesis {

class PathGraph {
 public:
  using Node = std::int32_t;

  // The begin or the end of a path, as a number of the caller's choice.
  using Place = std::int32_t;

  struct Path {
    Steps steps;
    Place from = 0;
    Place to = 0;
    std::vector<Node> nodes;
  };

  Node add_node();
  void add_arc(Node from, Node to, Steps steps);
  void begin(Node node, Steps steps, Place place);
  void end(Node node, Steps steps, Place place);

  // Computes when signals arrive. Call it once, after all functions above and before all below.
  void settle();

  // The longest of the paths that end where `counts` says, the first in the order of `end` calls among equals; nothing
  // if there is none.
  std::optional<Path> longest_path(const std::function<bool(Place)>& counts) const;

  // Nodes on or after a combinational loop; empty if there is none.
  const std::vector<Node>& loop() const { return loop_; }

 private:
  struct Arc {
    Node from;
    Node to;
    std::int32_t cost;
  };
  struct Ending {
    Node node;
    std::int32_t cost;
    Place place;
  };

  std::vector<Arc> arcs_;
  std::vector<Ending> beginnings_;
  std::vector<Ending> endings_;
  std::vector<std::int32_t> arrival_;    // -1: no path comes here
  std::vector<std::int32_t> came_from_;  // node, or -1
  std::vector<std::int32_t> began_at_;   // index of the path's begin
  std::vector<Node> loop_;
};

}  // namespace stencil::synthesis
