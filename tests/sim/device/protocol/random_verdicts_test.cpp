// The rules of the ports in C++ and in Verilog: the same verdict in the same cycle on random traffic.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>

#include "Vaxi_rules_128.h"
#include "Vaxi_rules_64.h"
#include "tests/rtl/support/random.hpp"
#include "tests/sim/device/protocol/random_traffic.hpp"
#include "tests/sim/device/protocol/spoiled_pins.hpp"
#include "tests/sim/device/protocol/verdicts.hpp"

namespace stencil::rules_verilog_test {
namespace {

template <class V>
void expect_same_verdicts(unsigned bus_bytes, std::uint64_t seed) {
  Random random(seed);
  Verilog<V> verilog(bus_bytes / 8);
  std::uint32_t seen = 0;
  int legal = 0;
  constexpr int rounds = 1600;
  for (int round = 0; round < rounds; ++round) {
    Edges edges = RandomTraffic(random, bus_bytes, round % 4 == 3).make(80);
    if (round % 4 == 1 || round % 4 == 2) spoil(edges[static_cast<std::size_t>(random.in(0, 82))], random);
    const Verdict expected = of_monitor(edges, bus_bytes), got = verilog.of(edges);
    ASSERT_TRUE(round % 4 != 0 || expected.rules == 0) << ::testing::PrintToString(expected) << ", round " << round;
    ASSERT_EQ(got.edge, expected.edge) << ::testing::PrintToString(got) << ", the monitor "
                                       << ::testing::PrintToString(expected) << ", round " << round << ", seed "
                                       << seed;
    ASSERT_EQ(got.rules & expected.rules, expected.rules) << ::testing::PrintToString(got) << ", the monitor "
                                                          << ::testing::PrintToString(expected) << ", round " << round;
    seen |= expected.rules;
    legal += expected.rules == 0;
  }
  EXPECT_GT(legal, rounds / 4);
  for (const BusRuleText& row : bus_rules)
    if (row.rule != BusRule::perf_cause) {
      EXPECT_NE(seen & 1U << row.number, 0u) << row.name;
    }
}

TEST(RulesVerilog, SameVerdictOnRandomTraffic64) {
  expect_same_verdicts<Vaxi_rules_64>(8, 361);
}

TEST(RulesVerilog, SameVerdictOnRandomTraffic128) {
  expect_same_verdicts<Vaxi_rules_128>(16, 362);
}

}  // namespace
}  // namespace stencil::rules_verilog_test
