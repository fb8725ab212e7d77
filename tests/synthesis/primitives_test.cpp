// Resources and timing of each kind of primitive.
// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/primitives.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "ci/mapping/netlist/ports.hpp"

namespace stencil::synthesis {
namespace {

// The timing that a cell describes; arcs by (from, to).
struct Described {
  std::map<std::pair<Bit, Bit>, std::pair<int, int>> passes;
  std::map<Bit, int> begins;
  std::map<Bit, int> ends;
};

Described describe(const Cell& cell) {
  Described described;
  CellTiming timing;
  timing.passes = [&](Bit from, Bit to, Steps steps) { described.passes[{from, to}] = {steps.levels, steps.carries}; };
  timing.passes_all = [&](const Port& in, const Port& out, Steps steps) {
    for (const Bit from : in.bits) {
      for (const Bit to : out.bits) timing.passes(from, to, steps);
    }
  };
  timing.begins = [&](Bit bit, Steps steps) { described.begins[bit] = steps.levels; };
  timing.ends = [&](Bit bit, Steps steps) { described.ends[bit] = steps.levels; };
  describe_timing(cell, timing);
  return described;
}

TEST(Primitives, AnUnknownOneIsAnError) {
  const Cell cell{"u_x", "MYSTERY", "", {}, {}};
  EXPECT_THROW(resources_of(cell), std::runtime_error);
  EXPECT_THROW(describe(cell), std::runtime_error);
}

TEST(Primitives, ALutIsALevel) {
  const Described lut = describe({"u", "LUT2", "", {}, {{"I0", in({2})}, {"I1", in({3})}, {"O", out({4})}}});
  EXPECT_EQ(lut.passes.size(), 2u);
  EXPECT_EQ(lut.passes.at({2, 4}), std::make_pair(1, 0));
  EXPECT_TRUE(lut.begins.empty() && lut.ends.empty());
}

TEST(Primitives, ARegisterEndsAndBeginsButItsClockIsNoPath) {
  const Described ff = describe(
      {"u", "FDRE", "", {}, {{"C", in({2})}, {"CE", in({3})}, {"R", in({4})}, {"D", in({5})}, {"Q", out({6})}}});
  EXPECT_EQ(ff.ends, (std::map<Bit, int>{{3, 0}, {4, 0}, {5, 0}}));
  EXPECT_EQ(ff.begins, (std::map<Bit, int>{{6, 0}}));
  EXPECT_TRUE(ff.passes.empty());
}

TEST(Primitives, ACarryChainTakesALevelToEnterAndNoneToGoOn) {
  const Described carry = describe({"u",
                                    "CARRY4",
                                    "",
                                    {},
                                    {{"CI", in({2})},
                                     {"CYINIT", in({3})},
                                     {"S", in({10, 11, 12, 13})},
                                     {"DI", in({20, 21, 22, 23})},
                                     {"O", out({30, 31, 32, 33})},
                                     {"CO", out({40, 41, 42, 43})}}});
  EXPECT_EQ(carry.passes.at({2, 43}), std::make_pair(0, 1));
  EXPECT_EQ(carry.passes.at({3, 43}), std::make_pair(1, 1));
  EXPECT_EQ(carry.passes.at({10, 33}), std::make_pair(1, 1));
  EXPECT_EQ(carry.passes.at({21, 41}), std::make_pair(1, 1));
  EXPECT_EQ(carry.passes.count({12, 31}), 0u) << "a sum depends on no higher bit";
  EXPECT_EQ(carry.passes.count({21, 31}), 0u) << "nor on its own generate";
}

TEST(Primitives, LutMemoryIsWrittenByTheClockAndReadThroughALevel) {
  const Described ram = describe({"u",
                                  "RAM32M16",
                                  "",
                                  {},
                                  {{"ADDRA", in({2})},
                                   {"ADDRH", in({3})},
                                   {"DIA", in({4})},
                                   {"WE", in({5})},
                                   {"WCLK", in({6})},
                                   {"DOA", out({7})},
                                   {"DOH", out({8})}}});
  EXPECT_EQ(ram.passes.size(), 2u);
  EXPECT_EQ(ram.passes.at({2, 7}), std::make_pair(1, 0));
  EXPECT_EQ(ram.passes.at({3, 8}), std::make_pair(1, 0));
  EXPECT_EQ(ram.ends.count(4), 1u);
  EXPECT_EQ(ram.ends.count(6), 0u);
  EXPECT_EQ(resources_of({"u", "RAM32M16", "", {}, {}}).memory_luts, 8);
}

TEST(Primitives, BlockRamsAreRegisters) {
  const Described ram =
      describe({"u", "URAM288", "", {}, {{"ADDR_A", in({2})}, {"CLK", in({3})}, {"DOUT_B", out({4})}}});
  EXPECT_EQ(ram.ends, (std::map<Bit, int>{{2, 0}}));
  EXPECT_EQ(ram.begins, (std::map<Bit, int>{{4, 0}}));
  EXPECT_EQ(resources_of({"u", "RAMB18E2", "", {}, {}}).half_block_rams, 1);
  EXPECT_EQ(resources_of({"u", "RAMB36E2", "", {}, {}}).half_block_rams, 2);
}

TEST(Primitives, AMultiplierIsALevelOnTheSideWithoutRegisters) {
  const auto dsp = [](const char* a, const char* m, const char* p) {
    return describe({"u",
                     "DSP48E2",
                     "",
                     {{"AREG", a}, {"BREG", a}, {"MREG", m}, {"PREG", p}},
                     {{"A", in({2})}, {"CLK", in({3})}, {"P", out({4})}}});
  };
  EXPECT_EQ(dsp("0", "0", "0").passes.at({2, 4}), std::make_pair(1, 0));
  const Described product = dsp("0", "0", "1");
  EXPECT_EQ(product.ends.at(2), 1);
  EXPECT_EQ(product.begins.at(4), 0);
  const Described inputs = dsp("1", "0", "0");
  EXPECT_EQ(inputs.ends.at(2), 0);
  EXPECT_EQ(inputs.begins.at(4), 1);
}

}  // namespace
}  // namespace stencil::synthesis
