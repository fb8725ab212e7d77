// Combinational paths between the ports of a bus, on small netlists.
// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/bus_paths.hpp"

#include <gtest/gtest.h>

#include "ci/mapping/netlist/ports.hpp"

namespace stencil::synthesis {
namespace {

using Words = std::vector<std::string>;

// Inputs b_x (bits 1, 2) and other (3), outputs b_y (bits 11, 12).
Module with(std::vector<Cell> cells) {
  Module module;
  module.name = "m";
  module.ports = {{"b_x", in({1, 2})}, {"other", in({3})}, {"b_y", out({11, 12})}};
  module.cells = std::move(cells);
  module.net_names = {{1, "b_x[0]"}, {2, "b_x[1]"}, {11, "b_y[0]"}, {12, "b_y[1]"}, {21, "middle"}};
  return module;
}
Cell cell(const std::string& type, std::map<std::string, Port> ports) {
  return {"c", type, "", {}, std::move(ports)};
}
Words paths(std::vector<Cell> cells) {
  return paths_through(with(std::move(cells)), "b_");
}

TEST(BusPaths, AWayIsNamedWithWhatLiesOnIt) {
  EXPECT_EQ(paths({cell("$not", {{"A", in({1})}, {"Y", out({21})}}),
                   cell("$add", {{"A", in({21, 3})}, {"B", in({3, 3})}, {"Y", out({11, 12})}})}),
            Words{"b_x reaches b_y through middle"});
}

TEST(BusPaths, ARegisterEndsIt) {
  EXPECT_EQ(paths({cell("$dff", {{"CLK", in({9})}, {"D", in({1})}, {"Q", out({21})}}),
                   cell("$not", {{"A", in({21})}, {"Y", out({11})}})}),
            Words{});
}

TEST(BusPaths, OtherPortsDoNotCount) {
  EXPECT_EQ(paths({cell("$not", {{"A", in({3})}, {"Y", out({11})}})}), Words{});
}

TEST(BusPaths, AnInputThatIsAnOutput) {
  Module module = with({});
  module.ports["b_y"].bits[1] = 2;
  EXPECT_EQ(paths_through(module, "b_"), Words{"b_x reaches b_y"});
}

// Bits of a word with paths of their own.
TEST(BusPaths, WordsAreBits) {
  const auto masked = [](Bit a) { return cell("$and", {{"A", in({a, 3})}, {"B", in({3, 3})}, {"Y", out({31, 11})}}); };
  EXPECT_EQ(paths({masked(1)}), Words{});
  EXPECT_EQ(paths({cell("$and", {{"A", in({3, 1})}, {"B", in({3, 3})}, {"Y", out({31, 11})}})}),
            Words{"b_x reaches b_y"});
  const auto chosen = [](Bit b0, Bit b1, Bit s) {
    return cell("$pmux", {{"A", in({3, 3})}, {"B", in({3, b0, 3, b1})}, {"S", in({s, 3})}, {"Y", out({31, 11})}});
  };
  EXPECT_EQ(paths({chosen(3, 3, 3)}), Words{});
  EXPECT_EQ(paths({chosen(1, 3, 3)}).size(), 1u);
  EXPECT_EQ(paths({chosen(3, 1, 3)}).size(), 1u);
  EXPECT_EQ(paths({chosen(3, 3, 1)}).size(), 1u);
}

// Two read ports, of which only the first has a clock.
TEST(BusPaths, AMemoryReadWithoutAClockIsNoRegister) {
  const auto memory = [](Bit first, Bit second) {
    Cell result = cell(
        "$mem_v2",
        {{"RD_ADDR", in({first, second})}, {"RD_DATA", out({11, 12})}, {"WR_DATA", in({1})}, {"WR_ADDR", in({2})}});
    result.parameters = {{"RD_PORTS", "00000010"}, {"RD_CLK_ENABLE", "01"}};
    return result;
  };
  EXPECT_EQ(paths({memory(1, 3)}), Words{});
  EXPECT_EQ(paths({memory(3, 1)}), Words{"b_x reaches b_y"});
}

TEST(BusPaths, WhatIsNotKnownIsRefused) {
  EXPECT_THROW(paths({cell("$dlatch", {{"D", in({1})}, {"Q", out({11})}})}), std::runtime_error);
  EXPECT_THROW(paths({cell("fifo", {{"D", in({1})}})}), std::runtime_error);
  EXPECT_THROW(paths_through(with({}), "c_"), std::runtime_error);
}

}  // namespace
}  // namespace stencil::synthesis
