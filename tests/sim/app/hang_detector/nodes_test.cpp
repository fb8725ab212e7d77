// Connections between the watchers of two nodes, and the names in Open MPI's list of nodes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <arpa/inet.h>

#include <chrono>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "sim/app/hang_detector/nodes/host_names.hpp"
#include "sim/app/hang_detector/nodes/node_link.hpp"

namespace stencil {
namespace {

constexpr int bound_ms = 20000;

TEST(FirstNode, IsTheFirstNameOfTheList) {
  EXPECT_EQ(first_node("n[1:1-2]@0(2)"), "n1");
  EXPECT_EQ(first_node("twin,n[1:1-2]@0(3)"), "twin");
  EXPECT_EQ(first_node("n[3:7-12],other@0(7)"), "n007");
  EXPECT_EQ(first_node("rack[2:1-4].left@0(4)"), "rack01.left");
  EXPECT_EQ(first_node("[2:10].99.0.2,n1@0(2)"), "10.99.0.2");
  EXPECT_EQ(first_node("alone@0(1)"), "alone");
  EXPECT_EQ(first_node(""), "");
  EXPECT_EQ(first_node("n[1"), "");
}

struct Ends {
  std::optional<NodeLink> here;
  std::optional<NodeLink> there;
};

// Node `node` of job 7 connects to the port of node 0 of that job, which expects `expected` there.
Ends connect(std::uint64_t job, std::int64_t node, std::int64_t expected) {
  const NodePort port;
  Ends ends;
  NodeHello other;
  std::thread caller([&] {
    if (auto link = connect_node({htonl(INADDR_LOOPBACK)}, port.port(), {job, node}, expected, bound_ms))
      ends.there.emplace(std::move(*link));
  });
  if (auto link = port.accept({7, 0}, other, bound_ms)) {
    EXPECT_EQ(other.node, node);
    ends.here.emplace(std::move(*link));
  }
  caller.join();
  return ends;
}

// What comes sooner or later.
NodeLink::Heard hear(NodeLink& link, const std::function<bool(const NodeLink::Heard&)>& is_it) {
  NodeLink::Heard heard;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(bound_ms);
  while (!is_it(heard = link.hear()) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return heard;
}

TEST(NodeLink, CarriesWordsAndTheEndOfAProcess) {
  Ends ends = connect(7, 3, 0);
  ASSERT_TRUE(ends.here && ends.there);
  EXPECT_FALSE(ends.here->hear().any);
  ends.there->send(NodeLink::Word::beat);
  NodeLink::Heard heard = hear(*ends.here, [](const NodeLink::Heard& one) { return one.any; });
  EXPECT_TRUE(heard.any && !heard.ends && !heard.finished && !heard.is_closed);
  ends.there->send(NodeLink::Word::ends);
  EXPECT_TRUE(hear(*ends.here, [](const NodeLink::Heard& one) { return one.any; }).ends);
  ends.here->send(NodeLink::Word::finished);
  EXPECT_TRUE(hear(*ends.there, [](const NodeLink::Heard& one) { return one.any; }).finished);
  ends.there.reset();
  EXPECT_TRUE(hear(*ends.here, [](const NodeLink::Heard& one) { return one.is_closed; }).is_closed);
  ends.here->send(NodeLink::Word::beat);  // to nobody: no signal
  EXPECT_FALSE(ends.here->hear().any);
}

TEST(NodeLink, IsNoneWithAnotherJobOrNode) {
  Ends of_another_job = connect(8, 3, 0);
  EXPECT_FALSE(of_another_job.here || of_another_job.there);
  EXPECT_FALSE(connect(7, 3, 1).there);
  const NodePort port;
  NodeHello other;
  EXPECT_FALSE(port.accept({7, 0}, other, 1));
}

}  // namespace
}  // namespace stencil
