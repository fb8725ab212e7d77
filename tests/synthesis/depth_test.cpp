// Logic depth on small netlists: inside modules, across their borders, loops.
// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/depth.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ci/mapping/netlist/ports.hpp"

namespace stencil::synthesis {
namespace {

Cell lut(const std::string& name, Bit from, Bit to) {
  return {name, "LUT1", "", {}, {{"I0", in({from})}, {"O", out({to})}}};
}
Cell flip_flop(const std::string& name, Bit from, Bit to) {
  return {name, "FDRE", "", {}, {{"C", in({99})}, {"D", in({from})}, {"Q", out({to})}}};
}
Module module_of(const std::string& name, std::map<std::string, Port> ports, std::vector<Cell> cells) {
  return {name, name, {}, std::move(ports), std::move(cells), {}};
}
Netlist netlist_of(const std::vector<Module>& modules) {
  Netlist netlist;
  netlist.top = modules.front().name;
  for (const Module& module : modules) netlist.modules[module.name] = module;
  return netlist;
}

// i_a -> LUT -> LUT -> o_y
Module two_luts() {
  return module_of("two", {{"i_a", in({2})}, {"o_y", out({4})}}, {lut("x", 2, 3), lut("y", 3, 4)});
}

TEST(LogicDepth, OfNothingIsNothing) {
  EXPECT_EQ(logic_depth(netlist_of({module_of("empty", {}, {})}), "empty").steps.levels, 0);
}

TEST(LogicDepth, GoesFromPortToPort) {
  const Depth depth = logic_depth(netlist_of({two_luts()}), "two");
  EXPECT_EQ(depth.steps.levels, 2);
  EXPECT_EQ(depth.from, "input i_a");
  EXPECT_EQ(depth.to, "output o_y");
}

TEST(LogicDepth, StopsAtRegisters) {
  const Module module = module_of("regs", {{"i_a", in({2})}, {"o_y", out({6})}},
                                  {lut("x", 2, 3), flip_flop("r", 3, 4), lut("y", 4, 5), lut("z", 5, 6)});
  const Depth depth = logic_depth(netlist_of({module}), "regs");
  EXPECT_EQ(depth.steps.levels, 2);
  EXPECT_EQ(depth.from, "r (FDRE)");
}

TEST(LogicDepth, CallsARegisterWhatItDrives) {
  Module module = module_of("named", {{"o_y", out({5})}}, {flip_flop("$auto$1", 5, 4), lut("y", 4, 5)});
  module.net_names = {{4, "state[1]"}, {5, "o_y"}};
  EXPECT_EQ(logic_depth(netlist_of({module}), "named").from, "state[1]");
}

TEST(LogicDepth, CrossesTheBordersOfModules) {
  const Cell first{"u_first", "two", "", {}, {{"i_a", in({2})}, {"o_y", out({3})}}};
  const Cell second{"u_second", "two", "", {}, {{"i_a", in({3})}, {"o_y", out({4})}}};
  const Module top = module_of("top", {}, {flip_flop("r", 4, 2), first, second});
  const Depth depth = logic_depth(netlist_of({top, two_luts()}), "top");
  EXPECT_EQ(depth.steps.levels, 4);
  EXPECT_EQ(depth.from, "r (FDRE)");
  EXPECT_EQ(depth.to, "r (FDRE)");
}

TEST(LogicDepth, FollowsAWireThroughAModule) {
  const Module wire = module_of("wire", {{"i_a", in({2})}, {"o_x", out({2})}, {"o_y", out({2})}}, {});
  const Cell through{"u_wire", "wire", "", {}, {{"i_a", in({2})}, {"o_x", out({3})}, {"o_y", out({4})}}};
  const Module top = module_of("top", {{"i_a", in({1})}, {"o_x", out({5})}, {"o_y", out({6})}},
                               {lut("a", 1, 2), through, lut("x", 3, 5), lut("y", 4, 7), lut("z", 7, 6)});
  EXPECT_EQ(logic_depth(netlist_of({top, wire}), "top").steps.levels, 3);
}

TEST(LogicDepth, BeginsNowhereInAConstant) {
  const Module module = module_of("constant", {{"o_y", out({3})}}, {lut("x", constant_bit, 3)});
  EXPECT_EQ(logic_depth(netlist_of({module}), "constant").steps.levels, 0);
}

TEST(ArrivingDepths, BelongToTheModuleThatHoldsTheRegister) {
  const Module inner =
      module_of("inner", {{"i_a", in({2})}, {"o_y", out({4})}}, {lut("x", 2, 3), flip_flop("r", 3, 4)});
  const Cell instance{"u_inner", "inner", "", {}, {{"i_a", in({4})}, {"o_y", out({5})}}};
  const Module top =
      module_of("top", {{"i_a", in({1})}},
                {flip_flop("begin", 1, 2), lut("a", 2, 3), lut("b", 3, 4), instance, flip_flop("end", 5, 6)});
  const auto depths = arriving_depths(netlist_of({top, inner}));
  EXPECT_EQ(depths.at("inner").steps.levels, 3);
  EXPECT_EQ(depths.at("inner").from, "begin (FDRE)");
  EXPECT_EQ(depths.at("inner").to, "u_inner.r (FDRE)");
  EXPECT_EQ(depths.at("top").steps.levels, 0);
}

TEST(ArrivingDepths, AreOnlyThoseOfModulesWithRegisters) {
  EXPECT_TRUE(arriving_depths(netlist_of({two_luts()})).empty());
}

TEST(LogicDepth, RefusesALoopAcrossModulesByName) {
  const Cell there{"u_there", "two", "", {}, {{"i_a", in({2})}, {"o_y", out({3})}}};
  const Cell back{"u_back", "two", "", {}, {{"i_a", in({3})}, {"o_y", out({2})}}};
  Module top = module_of("top", {}, {there, back});
  top.net_names = {{2, "ping"}, {3, "pong"}};
  try {
    logic_depth(netlist_of({top, two_luts()}), "top");
    FAIL() << "a loop was taken";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("ping"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace stencil::synthesis
