// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/path_graph.hpp"

#include <algorithm>

namespace stencil::synthesis {
namespace {

// Levels count first, then carries.
constexpr std::int32_t level_cost = 1 << 16;

std::int32_t cost_of(Steps steps) {
  return steps.levels * level_cost + steps.carries;
}
Steps steps_of(std::int32_t cost) {
  return {cost / level_cost, cost % level_cost};
}

}  // namespace

PathGraph::Node PathGraph::add_node() {
  arrival_.push_back(-1);
  came_from_.push_back(-1);
  began_at_.push_back(-1);
  return static_cast<Node>(arrival_.size()) - 1;
}

void PathGraph::add_arc(Node from, Node to, Steps steps) {
  arcs_.push_back({from, to, cost_of(steps)});
}
void PathGraph::begin(Node node, Steps steps, Place place) {
  beginnings_.push_back({node, cost_of(steps), place});
}
void PathGraph::end(Node node, Steps steps, Place place) {
  endings_.push_back({node, cost_of(steps), place});
}

void PathGraph::settle() {
  for (const Ending& beginning : beginnings_) {
    const auto node = static_cast<std::size_t>(beginning.node);
    if (beginning.cost <= arrival_[node]) continue;
    arrival_[node] = beginning.cost;
    began_at_[node] = beginning.place;
  }
  // Arcs sorted by their source; a node is final once all nodes that lead to it are.
  std::stable_sort(arcs_.begin(), arcs_.end(), [](const Arc& a, const Arc& b) { return a.from < b.from; });
  std::vector<std::size_t> first(arrival_.size() + 1, 0);
  std::vector<std::int32_t> waits_for(arrival_.size(), 0);
  for (const Arc& arc : arcs_) {
    ++first[static_cast<std::size_t>(arc.from) + 1];
    ++waits_for[static_cast<std::size_t>(arc.to)];
  }
  for (std::size_t node = 0; node < arrival_.size(); ++node) first[node + 1] += first[node];
  std::vector<std::size_t> ready;
  for (std::size_t node = 0; node < arrival_.size(); ++node) {
    if (waits_for[node] == 0) ready.push_back(node);
  }
  for (std::size_t next = 0; next < ready.size(); ++next) {
    const std::size_t from = ready[next];
    for (std::size_t i = first[from]; i < first[from + 1]; ++i) {
      const auto to = static_cast<std::size_t>(arcs_[i].to);
      const std::int32_t arrives = arrival_[from] + arcs_[i].cost;
      if (arrival_[from] >= 0 && arrives > arrival_[to]) {
        arrival_[to] = arrives;
        came_from_[to] = static_cast<std::int32_t>(from);
        began_at_[to] = began_at_[from];
      }
      if (--waits_for[to] == 0) ready.push_back(to);
    }
  }
  for (std::size_t node = 0; node < arrival_.size(); ++node) {
    if (waits_for[node] > 0) loop_.push_back(static_cast<Node>(node));
  }
}

std::optional<PathGraph::Path> PathGraph::longest_path(const std::function<bool(Place)>& counts) const {
  const Ending* worst = nullptr;
  std::int32_t length = -1;
  for (const Ending& ending : endings_) {
    const std::int32_t arrival = arrival_[static_cast<std::size_t>(ending.node)];
    if (arrival < 0 || arrival + ending.cost <= length || !counts(ending.place)) continue;
    length = arrival + ending.cost;
    worst = &ending;
  }
  if (worst == nullptr) return std::nullopt;
  Path path;
  path.steps = steps_of(length);
  path.to = worst->place;
  for (Node node = worst->node; node >= 0; node = came_from_[static_cast<std::size_t>(node)])
    path.nodes.push_back(node);
  path.from = began_at_[static_cast<std::size_t>(worst->node)];
  std::reverse(path.nodes.begin(), path.nodes.end());
  return path;
}

}  // namespace stencil::synthesis
