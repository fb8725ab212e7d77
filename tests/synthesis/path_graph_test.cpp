// Longest paths and loops in a graph of arcs.
// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/path_graph.hpp"

#include <gtest/gtest.h>

namespace stencil::synthesis {
namespace {

std::optional<PathGraph::Path> longest_path(PathGraph& graph) {
  graph.settle();
  return graph.longest_path([](PathGraph::Place) { return true; });
}

TEST(PathGraph, HasNoPathWithoutAnEnd) {
  PathGraph graph;
  const auto node = graph.add_node();
  graph.begin(node, {}, 0);
  EXPECT_FALSE(longest_path(graph));
}

TEST(PathGraph, CountsLevelsBeforeCarries) {
  PathGraph graph;
  const auto begin = graph.add_node(), by_level = graph.add_node(), by_carries = graph.add_node(),
             end = graph.add_node();
  graph.begin(begin, {}, 1);
  graph.add_arc(begin, by_carries, {0, 40});
  graph.add_arc(begin, by_level, {1, 0});
  graph.add_arc(by_carries, end, {0, 0});
  graph.add_arc(by_level, end, {0, 2});
  graph.end(end, {}, 2);
  const auto path = longest_path(graph);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->steps.levels, 1);
  EXPECT_EQ(path->steps.carries, 2);
  EXPECT_EQ(path->nodes, (std::vector<PathGraph::Node>{begin, by_level, end}));
  EXPECT_EQ(path->from, 1);
  EXPECT_EQ(path->to, 2);
}

TEST(PathGraph, AddsWhatBeginningsAndEndsTake) {
  PathGraph graph;
  const auto a = graph.add_node(), b = graph.add_node();
  graph.begin(a, {1, 0}, 1);
  graph.add_arc(a, b, {1, 0});
  graph.end(b, {2, 0}, 2);
  EXPECT_EQ(longest_path(graph)->steps.levels, 4);
}

TEST(PathGraph, IgnoresWhatNothingBegins) {
  PathGraph graph;
  const auto constant = graph.add_node(), begin = graph.add_node(), end = graph.add_node();
  graph.begin(begin, {}, 1);
  graph.add_arc(constant, end, {9, 0});
  graph.add_arc(begin, end, {1, 0});
  graph.end(end, {}, 2);
  EXPECT_EQ(longest_path(graph)->steps.levels, 1);
}

TEST(PathGraph, LooksOnlyWhereItIsTold) {
  PathGraph graph;
  const auto begin = graph.add_node(), near = graph.add_node(), far = graph.add_node();
  graph.begin(begin, {}, 1);
  graph.add_arc(begin, near, {1, 0});
  graph.add_arc(near, far, {1, 0});
  graph.end(near, {}, 2);
  graph.end(far, {}, 3);
  graph.settle();
  EXPECT_EQ(graph.longest_path([](PathGraph::Place place) { return place == 2; })->steps.levels, 1);
  EXPECT_EQ(graph.longest_path([](PathGraph::Place place) { return place == 3; })->steps.levels, 2);
  EXPECT_FALSE(graph.longest_path([](PathGraph::Place place) { return place == 4; }));
}

TEST(PathGraph, FindsALoopAndWhatLiesBehind) {
  PathGraph graph;
  const auto a = graph.add_node(), b = graph.add_node(), after_loop = graph.add_node(), apart = graph.add_node();
  graph.begin(apart, {}, 1);
  graph.add_arc(apart, a, {1, 0});
  graph.add_arc(a, b, {1, 0});
  graph.add_arc(b, a, {1, 0});
  graph.add_arc(b, after_loop, {1, 0});
  graph.settle();
  EXPECT_EQ(graph.loop(), (std::vector<PathGraph::Node>{a, b, after_loop}));
}

}  // namespace
}  // namespace stencil::synthesis
