// What messages cost, and what a network's file may say.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/cluster/network/key_lines.hpp"
#include "sim/app/cluster/network/network_choice.hpp"
#include "sim/app/cluster/network/network_file.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

using testing_support::ScratchDirectory;
using testing_support::write_text;

TEST(Network, AMessageTakesItsLatencyAndWholeCyclesForItsBytes) {
  const Connection fast{100, Bandwidth::parse("x", "32")};
  EXPECT_EQ(fast.cycles(0), 100);
  EXPECT_EQ(fast.cycles(1), 101);
  EXPECT_EQ(fast.cycles(32), 101);
  EXPECT_EQ(fast.cycles(33), 102);
  EXPECT_EQ((Connection{100, {}}).cycles(1 << 30), 100) << "no limit";
  EXPECT_EQ((Connection{0, Bandwidth::parse("x", "0.001")}).cycles(3), 3000);
  EXPECT_EQ((Connection{0, Bandwidth::parse("x", "12.5")}).cycles(25), 2);
  EXPECT_EQ((Connection{0, Bandwidth::parse("x", "12.5")}).cycles(26), 3);
}

TEST(Network, RanksAreDealtToNodesInBlocks) {
  const Network network{{900, {}}, {100, {}}, 3};
  EXPECT_EQ(network.between(0, 2).latency_cycles, 100);
  EXPECT_EQ(network.between(2, 3).latency_cycles, 900);
  EXPECT_EQ(network.between(5, 3).latency_cycles, 100);
  EXPECT_EQ(network.between(6, 5).latency_cycles, 900);
}

TEST(Network, BandwidthsAreThousandthsOfABytePerCycle) {
  const std::string range = ", must be 0 .. 1000000 bytes per cycle, in thousandths; 0: no limit";
  for (const char* text : {"0", "0.001", "12.345", "1000000"}) {
    EXPECT_EQ(describe(Bandwidth::parse("--network-bandwidth", text)), text);
  }
  for (const char* text : {"-1", "0.0005", "1000000.001", "1.2345"}) {
    EXPECT_EQ(test::refusal([&] { Bandwidth::parse("--network-bandwidth", text); }),
              std::string("--network-bandwidth is ") + text + range);
  }
  EXPECT_EQ(test::refusal([&] { Bandwidth::parse("--network-bandwidth", "fast"); }),
            "--network-bandwidth is 'fast', must be a finite number");
}

TEST(NetworkFile, HasConnectionsOfTwoLevels) {
  const ScratchDirectory scratch;
  write_text(scratch / "n.json", R"({"ranks_per_node": 4,
    "within_node": {"latency_cycles": 100, "bytes_per_cycle": 64},
    "between_nodes": {"bytes_per_cycle": 12.5, "latency_cycles": 900}})");
  NetworkChoice choice;
  choice.file = scratch / "n.json";
  const Network network = network_of(choice);
  EXPECT_EQ(network.ranks_per_node, 4);
  EXPECT_EQ(network.within_node.cycles(128), 102);
  EXPECT_EQ(network.between_nodes.cycles(125), 910);
  EXPECT_EQ(text_of_messages(network),
            "nodes of 4 ranks; messages take\n"
            "  100 cycles, then 64 bytes per cycle, within a node\n"
            "  900 cycles, then 12.5 bytes per cycle, between nodes");
}

TEST(NetworkFile, WithoutNodesEachRankIsOne) {
  const ScratchDirectory scratch;
  write_text(scratch / "n.json", R"({"between_nodes": {"latency_cycles": 1, "bytes_per_cycle": 0}})");
  const Network network = read_network(scratch / "n.json");
  EXPECT_EQ(network.ranks_per_node, 1);
  EXPECT_EQ(network.between(0, 1).cycles(1000), 1);
  EXPECT_EQ(text_of_messages(network), "messages take 1 cycle, whatever their length");
}

TEST(NetworkFile, AnErrorNamesItsLineValueAndRange) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "n.json";
  const std::string good = "\"within_node\": {\"latency_cycles\": 1, \"bytes_per_cycle\": 1}";
  const auto file = [&](const std::string& between, const std::string& first = "\"ranks_per_node\": 2") {
    return "{" + first + ",\n" + good + ",\n\"between_nodes\": " + between + "}\n";
  };
  struct Wrong {
    std::string text;
    std::string said;
  };
  const std::vector<Wrong> cases{
      {file("{\"latency_cycles\": -5,\n\"bytes_per_cycle\": 1}"),
       ":3: between_nodes.latency_cycles is -5, must be 0 .. 1000000000"},
      {file("{\"bytes_per_cycle\": 1,\n\"latency_cycles\": 1.5}"),
       ":4: between_nodes.latency_cycles is 1.5, must be an integer 0 .. 1000000000"},
      {file("{\"latency_cycles\": 1,\n\n\"bytes_per_cycle\": -1}"),
       ":5: between_nodes.bytes_per_cycle is -1, must be 0 .. 1000000 bytes per cycle, in thousandths; 0: no limit"},
      {file("{\"latency_cycles\": 1,\n\"bytes_per_cycle\": \"12\"}"),
       ":4: between_nodes.bytes_per_cycle is \"12\", must be a number 0 .. 1000000"},
      {file("{\"latency_cycles\": 1}"), ":3: between_nodes.bytes_per_cycle is missing, must be 0 .. 1000000"},
      {file("17"), ":3: between_nodes is 17, must be an object with latency_cycles and bytes_per_cycle"},
      {file("{\"latency_cycles\": 1, \"bytes_per_cycle\": 1,\n\"colour\": 1}"),
       ":4: between_nodes.colour is not known, must be ranks_per_node, or latency_cycles or bytes_per_cycle of "
       "within_node or between_nodes"},
      {file("{\"latency_cycles\": 1, \"bytes_per_cycle\": 1}", "\"ranks_per_node\": 0"),
       ":1: ranks_per_node is 0, must be 1 .. 1000000"},
      {file("{\"latency_cycles\": 1, \"bytes_per_cycle\": 1}", "\"ranks_per_node\": 2,\n\"ranks_per_node\": 3"),
       ":2: ranks_per_node is there twice"},
      {"{" + good + "}", ": between_nodes is missing, must be an object with latency_cycles and bytes_per_cycle"},
      {"{\n\"between_nodes\": {\"latency_cycles\": 1, \"bytes_per_cycle\": 1},\n" + good + "}",
       ": ranks_per_node is missing, must be 1 .. 1000000"},
      {"[1]", ": must be an object with between_nodes"},
  };
  for (const Wrong& wrong : cases) {
    write_text(path, wrong.text);
    EXPECT_EQ(test::refusal([&] { read_network(path); }), "--network " + path + wrong.said) << wrong.text;
  }
  write_text(path, "{\n\"between_nodes\": }\n");
  const std::string cut = test::refusal([&] { read_network(path); });
  EXPECT_EQ(cut.rfind("--network " + path + ": is not JSON: parse error at line 2, column 18", 0), 0u) << cut;
  EXPECT_EQ(test::refusal([&] { read_network("/no/such/n.json"); }),
            "--network /no/such/n.json: cannot be opened: No such file or directory");
}

TEST(NetworkFile, KeysHaveTheirLines) {
  const auto found =
      key_lines("{\"a\": \"x: {\\\"y\\\": 1}\",\n \"b\": {\"a\":\n 1, \"c\": [{\"d\": 2}]},\n\"a\": {}}");
  const std::vector<std::pair<std::string, std::int64_t>> expected{{"a", 1},   {"b", 2},     {"b.a", 2},
                                                                   {"b.c", 3}, {"b.c.d", 3}, {"a", 4}};
  EXPECT_EQ(found, expected);
}

TEST(NetworkChoice, AFileStandsForTheOtherOptions) {
  NetworkChoice choice;
  EXPECT_FALSE(choice.given());
  choice.file = "n.json";
  EXPECT_TRUE(choice.given());
  EXPECT_EQ(test::refusal([&] { check_network(choice); }), "accepted");
  choice.bandwidth = Bandwidth{1000};
  EXPECT_EQ(test::refusal([&] { check_network(choice); }),
            "--network is n.json, must not be given with --network-bandwidth: the file has it");
  choice.latency_cycles = 3;
  EXPECT_EQ(test::refusal([&] { check_network(choice); }),
            "--network is n.json, must not be given with --network-latency: the file has it");
  choice.file.clear();
  EXPECT_EQ(network_of(choice).between(0, 1).cycles(8), 11);
}

}  // namespace
}  // namespace stencil
