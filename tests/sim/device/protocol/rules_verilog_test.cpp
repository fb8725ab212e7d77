// The rules of the ports twice, in C++ (PortMonitor) and in Verilog (axi_rules, axil_rules): each breach alone has the
// same verdict in the same cycle, what the Verilog cannot hold is not judged, and the page lists every rule.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "Vaxi_rules_64.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/sim/device/protocol/breaches.hpp"
#include "tests/sim/device/protocol/verdicts.hpp"

namespace stencil::rules_verilog_test {
namespace {

TEST(RulesVerilog, BreachesHaveTheRuleOfTheMonitorAlone) {
  Verilog<Vaxi_rules_64> verilog(1);
  EXPECT_EQ(verilog.of(edges_of({})).rules, 0u);
  std::set<BusRule> broken{BusRule::reset_valid, BusRule::perf_cause};
  int number = 0;
  for (const Breach& breach : breaches()) {
    SCOPED_TRACE("breach " + std::to_string(number++) + " of " + text_of(breach.rule).name);
    Traffic traffic;
    breach.make(traffic);
    const Verdict verdict = verilog.of(edges_of(traffic));
    EXPECT_EQ(verdict.edge, reset_edges + static_cast<std::size_t>(breach.cycle));
    // Information that changes may break another rule as well.
    const std::uint32_t others = breach.rule == BusRule::payload_stable ? verdict.rules & ~(1U << 3) : 0;
    EXPECT_EQ(verdict.rules & ~others, 1U << text_of(breach.rule).number) << ::testing::PrintToString(verdict);
    broken.insert(breach.rule);
  }
  EXPECT_EQ(broken.size(), bus_rules.size());
}

// More bursts than it can hold, or beats before their address: nothing is judged any more, until a reset.
TEST(RulesVerilog, WhatItCannotHoldIsToldAndNotJudged) {
  for (const bool reads : {true, false}) {
    test::Clocked<Vaxi_rules_64> dut;
    BusPins pins;
    const auto edge = [&](bool rst) {
      dut->rst = rst;
      drive_data(*dut, pins, 1);
      dut.settle();
      const auto broken = dut->o_broken;
      dut.edge();
      return broken;
    };
    edge(true);
    edge(true);
    if (reads) pins.read_address = {true, true, 1, 0, 0, 3, 1};
    if (!reads) pins.write_data = {true, true, false, 0xff, {}};
    for (int held = 0; held < 16; ++held) EXPECT_EQ(edge(false), 0u);
    EXPECT_FALSE(dut->o_lost);
    edge(false);
    EXPECT_TRUE(dut->o_lost);
    pins = {};
    pins.read_data = {true, true, true, 2, 0, {}};  // another ID
    EXPECT_EQ(edge(false), 0u);
    pins = {};
    edge(true);
    EXPECT_FALSE(dut->o_lost);
    pins.read_data = {true, true, true, 2, 0, {}};
    EXPECT_EQ(edge(false), 1U << 3) << "no burst is outstanding";
  }
}

TEST(RulesVerilog, EachRowHasANumberOfItsOwnAndItsLineInThePage) {
  std::set<unsigned> numbers;
  std::ifstream in(STENCIL_SOURCE_DIR "/docs/bus-rules.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const BusRuleText& row : bus_rules) {
    numbers.insert(row.number);
    const std::string line = "\n| " + std::to_string(row.number) + " | " + row.name + " | " + row.text + " |\n";
    EXPECT_NE(page.find(line), std::string::npos) << "docs/bus-rules.md:" << line;
  }
  EXPECT_EQ(numbers.size(), bus_rules.size());
}

}  // namespace
}  // namespace stencil::rules_verilog_test
